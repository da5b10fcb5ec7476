// What the device itself can do, whatever runs on it: a copy on the device, over and back, an empty queue's
// wait.
//     bench_gpu_floors [sim]
// A line for each: name, value, unit. Nothing, and a reason on standard error, where there is no GPU.
#include "jit/gpu/helper/cuda_device.hpp"
#include "jit/gpu/helper/protocol.hpp"
#include "jit/sim/sim.hpp"
#include "runtime/fault.hpp"
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <vector>

namespace {

using namespace nova::plan;

/// The least of some runs, in seconds.
template <class F> double least(int runs, const F& f) {
  double best = 1e9;
  for (int k = 0; k < runs; ++k) {
    const auto begin = std::chrono::steady_clock::now();
    f();
    best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
  }
  return best;
}

void row(const char* name, double value, const char* unit) {
  std::printf("%s\t%.3f\t%s\n", name, value, unit);
}

void measure(GpuDevice& d, uint64_t bytes) {
  constexpr int runs = 20;
  std::vector<char> host(std::min(GpuRing::slot_bytes, bytes));
  d.pin(host.data(), host.size());
  DeviceBuffer a(d, bytes), b(d, bytes);
  d.clear(a.place, bytes), d.copy(b.place, a.place, bytes), d.finish();
  const auto gb = [](uint64_t n, double seconds) { return static_cast<double>(n) / seconds / 1e9; };
  row("wait", least(1000, [&] { d.clear(a.place, 8), d.finish(); }) * 1e6, "us");
  row("fill", gb(bytes, least(runs, [&] { d.clear(a.place, bytes), d.finish(); })), "GB/s");
  row("copy", gb(2 * bytes, least(runs, [&] { d.copy(b.place, a.place, bytes), d.finish(); })),
      "GB/s read and written");
  row("over", gb(host.size(), least(runs, [&] { d.upload(a.place, host.data(), host.size()); })), "GB/s");
  row("back", gb(host.size(), least(runs, [&] { d.download(host.data(), a.place, host.size()); })), "GB/s");
}

} // namespace

int main(int argc, char** argv) {
  const bool simulated = argc > 1 && std::string_view(argv[1]) == "sim";
  GpuOpening o;
  if (simulated)
    o.device = make_sim("");
  else
    o = open_cuda("", nova::cuda::Effort::All);
  if (!o.device) return std::fprintf(stderr, "no floors: %s\n", o.about.c_str()), 1;
  std::printf("# %s %s\n", o.device->name().c_str(), o.about.c_str());
  try {
    measure(*o.device, uint64_t{1} << (simulated ? 22 : 30));
  } catch (const nova::Fault& f) {
    return std::fprintf(stderr, "no floors: %s\n", f.code.c_str()), 1;
  } catch (const GpuBroken& e) {
    return std::fprintf(stderr, "no floors: %s\n", e.what.c_str()), 1;
  }
}
