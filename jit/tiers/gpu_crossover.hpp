// The break-even point of a GPU: estimates the time of a run on the GPU and on the CPU, from measurements on this
// machine.
#pragma once
#include <cstdint>
#include <optional>
#include <string>

namespace nova::plan {

/// What a run on this machine's GPU costs besides its kernels, in ns.
struct Crossover {
  double round_trip_ns = 0;           ///< time of a run of one small kernel whose data is on the GPU
  double sent_ns = 0, fetched_ns = 0; ///< time to send a byte to the GPU, and to fetch a byte from it
};

/// A form's time in ns for a unit of its estimated work, averaged over its runs.
struct FormTimes {
  double cpu_ns = 0, gpu_ns = 0; ///< 0: not measured yet
  void note_cpu(double total_ns, double units);
  /// Records a run on the GPU. The costs of its round trip, and of the bytes that it `sent`, are subtracted first.
  void note_gpu(double total_ns, double units, uint64_t sent, const Crossover& c);
};

/// The expected time of a run on each device, in ns.
struct DeviceGuess {
  double cpu_ns = 0, gpu_ns = 0;
  bool gpu_pays() const { return gpu_ns < cpu_ns; }
};
/// Bytes that a run has to copy between the host and the GPU.
struct Moves {
  uint64_t over = 0; ///< bytes of inputs that have to be sent to the GPU
  uint64_t back = 0; ///< bytes of results that have to be fetched from the GPU
  uint64_t away = 0; ///< bytes of inputs that only the GPU has; a run on the CPU has to fetch them
};
/// Returns the expected time of a run on the CPU and on the GPU. `units` is the run's work, in the unit of FormTimes.
DeviceGuess guess(const FormTimes& t, const Crossover& c, double units, const Moves& moves);
/// Whether a run that takes `cpu_ns` on the CPU is long enough to consider a GPU at all.
bool is_gpu_sized(double cpu_ns);

/// Returns the measurements of the device with this name that the cache folder holds; none if there are none.
std::optional<Crossover> remembered_crossover(const std::string& folder, const std::string& device);
void remember_crossover(const std::string& folder, const std::string& device, const Crossover& c);

} // namespace nova::plan
