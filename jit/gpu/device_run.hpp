// The state of one run of a plan on a device: the values of its variables, and the device memory that it has
// allocated. A kernel's results stay on the device until the host reads them.
#pragma once
#include "jit/gpu/execute.hpp"
#include "runtime/fault.hpp"

namespace nova::plan::gpu {

/// A variable's value: bits on the host, or the device address of a column or of a scalar that a kernel computes.
struct Item {
  uint64_t bits = 0;
  char* place = nullptr;
  DeviceBufferRef owner;
  bool fetched = true; ///< for a scalar: whether the host has its `bits`
  int64_t most = -1;   ///< for a length that is not fetched: its upper bound; -1 if none is known
};
using State = std::vector<Item>;
using Vars = std::vector<Var>;

/// Thrown if a Check or Call of the plan fails.
struct Failed {
  uint32_t site;
};
/// Thrown if memory whose size was guessed is too small; the run then starts again.
struct Again {};

/// The size of a column is guessed only up to this number of elements. For a larger column, fetching the exact size
/// costs little compared with computing the column.
constexpr int64_t most_unknown = int64_t{1} << 23;
/// The values that a kernel writes to the second int of `soundness` if memory is missing. `full_arena`: a thread's
/// arena is full. `full_rows`: rows have more elements than the host has guessed and allocated.
constexpr int full_arena = 1, full_rows = 2;

class DeviceRun {
 public:
  DeviceRun(GpuDevice& d, const GpuProgram& p, const Poll& poll);
  ~DeviceRun() { device.give_up = nullptr; }
  DeviceRun(const DeviceRun&) = delete;
  DeviceRun& operator=(const DeviceRun&) = delete;
  /// Resets the state to that before the first statement: only inputs and constants have values.
  void begin(std::span<const GpuWord> inputs);

  GpuDevice& device;
  const Plan& plan;
  const GpuProgram& program;
  /// Whether the run may start again, which is so unless the plan makes cells. If it may not, the host waits for each
  /// kernel that may run out of memory.
  const bool restarts;
  bool guesses; ///< whether the total sizes of rows are guessed from those of the previous run

  // ---- values ----
  Item& item(Var v) { return items_[static_cast<size_t>(v)]; }
  /// Returns a scalar's bits. If a kernel computes it, waits for the kernels and fetches it first.
  uint64_t bits(Var v);
  int64_t count(Var v) { return std::max<int64_t>(static_cast<int64_t>(bits(v)), 0); }
  /// Returns the value of the count v. If only the device has it and an upper bound is known, returns that bound;
  /// kernels read the exact value on the device.
  int64_t bound(Var v) {
    const Item& i = item(v);
    return !i.fetched && i.most >= 0 && i.most <= most_unknown ? i.most : count(v);
  }
  uint64_t size(Var v) const { return element_size(plan[v].element); }
  void set(Var v, uint64_t b) { item(v) = {b, nullptr, nullptr, true}; }
  void bind(const Vars& vars, const State& s);
  State state(std::span<const Var> vars);
  /// Whether a kernel computes the scalar, so that other kernels get its device address.
  bool is_made(Var v) const { return program.cuda.made[static_cast<size_t>(v)]; }

  // ---- memory ----
  DeviceBufferRef make(uint64_t bytes) { return std::make_shared<DeviceBuffer>(device, bytes); }
  /// Allocates a column of n elements for v. Throws OverLimit if the memory limit is reached.
  DeviceBufferRef column(Var v, int64_t n);
  /// Allocates a column of `most` elements for v. The first `length` elements are in use; `length` may be a number
  /// that only the device has.
  DeviceBufferRef column(Var v, const Item& length, int64_t most);

  // ---- kernels that were launched ----
  /// Calls the session's poll, which may end the run by an exception.
  void poll() const {
    if (poll_) poll_();
  }
  char* soundness() const { return soundness_->place; }
  /// Waits for all kernels and returns their state (see kernels/cuda/gpu.h): 1 + the site of a failed check (0 if
  /// none failed), and `full_arena` or `full_rows` if memory is missing (else 0). Also fetches `wanted`, since each
  /// wait costs a round trip.
  std::pair<int, int> finished(std::vector<GpuDevice::Fetch> wanted = {});
  /// Waits for all kernels and fetches `wanted`. Throws Failed if a check failed, and Again if memory is missing.
  void finish_sound(std::vector<GpuDevice::Fetch> wanted = {});
  /// Waits for all kernels, and fetches the plan's scalar results and the lengths of its result columns. Throws
  /// Failed if a check failed, and Again if memory is missing.
  void finish_results();

 private:
  /// Returns the copies that fetch those scalars among the variables whose bits the host does not have yet.
  std::vector<GpuDevice::Fetch> wanted_for(std::span<const Var> vars);
  void take_bits(std::span<const Var> vars);

  const Poll& poll_;
  std::vector<Item> items_;
  DeviceBufferRef soundness_; ///< the two ints in which kernels report failed checks and missing memory
  /// A column whose length was not known on the host when it was allocated.
  struct Unknown {
    std::weak_ptr<DeviceBuffer> column;
    Item length;
    uint64_t size;
  };
  std::vector<Unknown> unknown_;
};

} // namespace nova::plan::gpu
