// From where on a GPU pays: what a run costs there and on the CPU, from what was measured on this machine.
#pragma once
#include <cstdint>
#include <optional>
#include <string>

namespace nova::plan {

/// What this machine's GPU costs beside its kernels.
struct Crossover {
  double round_trip_ns = 0;           ///< a plan of one small kernel, all resident
  double sent_ns = 0, fetched_ns = 0; ///< a byte over, a byte back
};

/// A form's time for a unit of its work (elements times statements), as its runs had it.
struct FormTimes {
  double cpu_ns = 0, gpu_ns = 0; ///< 0: not measured yet
  void note_cpu(double total_ns, double units);
  /// What was measured with the transfers that were part of it.
  void note_gpu(double total_ns, double units, uint64_t sent, const Crossover& c);
};

struct DeviceGuess {
  double cpu_ns = 0, gpu_ns = 0;
  bool gpu_pays() const { return gpu_ns < cpu_ns; }
};
/// Bytes that a run has to move.
struct Moves {
  uint64_t over = 0; ///< inputs that are not on the GPU
  uint64_t back = 0; ///< results
  uint64_t away = 0; ///< inputs that are on the GPU alone: a run here has to fetch them
};
/// How long a run will take, here and there.
DeviceGuess guess(const FormTimes& t, const Crossover& c, double units, const Moves& moves);
/// Is a run of so long on the CPU worth asking for a GPU at all?
bool is_gpu_sized(double cpu_ns);

/// Remembered in a folder, for a device by its name; nothing where it was not measured there.
std::optional<Crossover> remembered_crossover(const std::string& folder, const std::string& device);
void remember_crossover(const std::string& folder, const std::string& device, const Crossover& c);

} // namespace nova::plan
