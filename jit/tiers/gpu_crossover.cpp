#include "jit/tiers/gpu_crossover.hpp"
#include "jit/compile/disk_cache.hpp"
#include <algorithm>
#include <cstdio>

namespace nova::plan {
namespace {

constexpr double gpu_sized_ns = 2e6; ///< runs that are shorter on the CPU are not worth a helper process
constexpr double faster_at_first =
    10;                        ///< until measured, a GPU is assumed to be so many times as fast as the CPU
constexpr double newest = 0.5; ///< weight of the last run in the average

void blend(double& known, double now) { known = known == 0 ? now : known + newest * (now - known); }

} // namespace

void FormTimes::note_cpu(double total_ns, double units) { blend(cpu_ns, total_ns / std::max(units, 1.0)); }

void FormTimes::note_gpu(double total_ns, double units, uint64_t sent, const Crossover& c) {
  const double beside = c.round_trip_ns + c.sent_ns * static_cast<double>(sent);
  constexpr double least = 1e-6; // not 0, which means that there is no measurement
  blend(gpu_ns, std::max((total_ns - beside) / std::max(units, 1.0), least));
}

DeviceGuess guess(const FormTimes& t, const Crossover& c, double units, const Moves& moves) {
  const double kernels = t.gpu_ns > 0 ? t.gpu_ns : t.cpu_ns / faster_at_first;
  return {t.cpu_ns * units + c.fetched_ns * static_cast<double>(moves.away),
          c.round_trip_ns + kernels * units + c.sent_ns * static_cast<double>(moves.over) +
              c.fetched_ns * static_cast<double>(moves.back)};
}

bool is_gpu_sized(double cpu_ns) { return cpu_ns > gpu_sized_ns; }

namespace {

DiskCache file(const std::string& folder) { return {cache_folder(folder), ".gpu"}; }

} // namespace

std::optional<Crossover> remembered_crossover(const std::string& folder, const std::string& device) {
  Crossover c;
  const std::optional<std::string> text = file(folder).find(device);
  if (!text || std::sscanf(text->c_str(), "%lf %lf %lf", &c.round_trip_ns, &c.sent_ns, &c.fetched_ns) != 3)
    return {};
  return c;
}

void remember_crossover(const std::string& folder, const std::string& device, const Crossover& c) {
  char text[128];
  std::snprintf(text, sizeof text, "%.0f %.6f %.6f\n", c.round_trip_ns, c.sent_ns, c.fetched_ns);
  file(folder).store(text, device);
}

} // namespace nova::plan
