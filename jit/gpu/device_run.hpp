// The state of one run of a plan on a device: what its variables hold, and the memory that it has taken. A kernel's results stay on
// the device until the host reads them.
#pragma once
#include "jit/gpu/execute.hpp"
#include "runtime/fault.hpp"

namespace nova::plan::gpu {

/// A variable's value: bits, or a place on the device (of a column, or of a scalar that a kernel makes).
struct Item {
  uint64_t bits = 0;
  char* place = nullptr;
  DeviceBufferRef owner;
  bool fetched = true; ///< a scalar: `bits` are known here
  int64_t most = -1;   ///< a length that is not: no more than that, where that is known
};
using State = std::vector<Item>;
using Vars = std::vector<Var>;

struct Failed {
  uint32_t site;
};
/// Memory was taken on a guess, and was too little: the run begins anew.
struct Again {};

/// Memory for more elements is not taken on a guess: to ask costs little beside what they take.
constexpr int64_t most_unknown = int64_t{1} << 23;
/// What a kernel writes to the second int of `soundness` where memory is missing.
constexpr int full_arena = 1, full_rows = 2;

class DeviceRun {
 public:
  DeviceRun(GpuDevice& d, const GpuProgram& p, const Poll& poll);
  ~DeviceRun() { device.give_up = nullptr; }
  DeviceRun(const DeviceRun&) = delete;
  DeviceRun& operator=(const DeviceRun&) = delete;
  /// Forgets all but the inputs.
  void begin(std::span<const GpuWord> inputs);

  GpuDevice& device;
  const Plan& plan;
  const GpuProgram& program;
  const bool
      restarts; ///< whether a run may begin anew; otherwise kernels are waited for that may lack memory
  bool guesses; ///< whether totals of rows are taken from the run before

  // ---- values ----
  Item& item(Var v) { return items_[static_cast<size_t>(v)]; }
  /// A scalar's bits, for which kernels are waited for where one makes it.
  uint64_t bits(Var v);
  int64_t count(Var v) { return std::max<int64_t>(static_cast<int64_t>(bits(v)), 0); }
  /// The count, or, where only the device knows it, what it is at most: kernels look it up there.
  int64_t bound(Var v) {
    const Item& i = item(v);
    return !i.fetched && i.most >= 0 && i.most <= most_unknown ? i.most : count(v);
  }
  uint64_t size(Var v) const { return element_size(plan[v].element); }
  void set(Var v, uint64_t b) { item(v) = {b, nullptr, nullptr, true}; }
  void bind(const Vars& vars, const State& s);
  State state(std::span<const Var> vars);
  /// Whether a kernel makes the scalar, so that other kernels get its place.
  bool is_made(Var v) const { return program.cuda.made[static_cast<size_t>(v)]; }

  // ---- memory ----
  DeviceBufferRef make(uint64_t bytes) { return std::make_shared<DeviceBuffer>(device, bytes); }
  /// A column of n elements for the variable; fails with OverLimit where there is no memory.
  DeviceBufferRef column(Var v, int64_t n);
  /// A column of `most` elements, of which `length` are in use, which only the device may know.
  DeviceBufferRef column(Var v, const Item& length, int64_t most);

  // ---- kernels that were launched ----
  /// Gives the session a chance to end the run.
  void poll() const {
    if (poll_) poll_();
  }
  char* soundness() const { return soundness_->place; }
  /// kernels/cuda/gpu.h's state, when all that was launched is done: a failed check, memory that is missing. Each wait
  /// costs a round trip, so that what else is wanted then comes along.
  std::pair<int, int> finished(std::vector<GpuDevice::Fetch> wanted = {});
  /// Waits, and fails unless what was made is right.
  void finish_sound(std::vector<GpuDevice::Fetch> wanted = {});
  /// The same for the plan's results: scalars are known then, and how much of its columns is in use.
  void finish_results();

 private:
  /// What has to be fetched for the scalars' bits.
  std::vector<GpuDevice::Fetch> wanted_for(std::span<const Var> vars);
  void take_bits(std::span<const Var> vars);

  const Poll& poll_;
  std::vector<Item> items_;
  DeviceBufferRef soundness_; ///< two ints
  /// Columns whose lengths were not known when they were made.
  struct Unknown {
    std::weak_ptr<DeviceBuffer> column;
    Item length;
    uint64_t size;
  };
  std::vector<Unknown> unknown_;
};

} // namespace nova::plan::gpu
