// Private to gpu_run.cpp, gpu_states.cpp and gpu_kernels.cpp: a walk through a plan, beside a device. Scalars
// are computed here, kernels launched there. What a kernel has made stays on the device until somebody here
// looks at it.
#pragma once
#include "jit/gpu_run.hpp"
#include "runtime/fault.hpp"

namespace nova::plan::gpu {

/// A variable's value: bits, or a place on the device (of a column, or of a scalar that a kernel makes).
struct Item {
  uint64_t bits = 0;
  char* place = nullptr;
  DeviceBufferRef owner;
  bool fetched = true; ///< a scalar: `bits` are known here
};
using State = std::vector<Item>;
using Vars = std::vector<Var>;

struct Failed {
  uint32_t site;
};

/// Words of a kernel's arguments.
struct Words {
  std::vector<uint64_t> all;
  void place(const void* p) { all.push_back(reinterpret_cast<uint64_t>(p)); }
};

class Walk {
 public:
  Walk(GpuDevice& d, const GpuProgram& p, const Poll& poll)
      : device_(d), plan_(p.plan), program_(p), poll_(poll), items_(p.plan.types.size()),
        made_(device_scalars(p.plan)), state_(make(8)) {
    device_.clear(state_->place, 8);
    device_.give_up = poll;
  }
  ~Walk() { device_.give_up = nullptr; }
  GpuAnswer run(std::span<const GpuWord> inputs);

 private:
  // ---- the host's level ----
  void run(const Body& b) {
    for (const Stm& s : b.stms) statement(s);
  }
  void statement(const Stm& s);
  void scalar(const Stm& s);
  void branch(const Stm& s);
  void loop(const Stm& s);
  void foldl(const Stm& s);
  void reduce_states(const Stm& s);
  void scan_states(const Stm& s);
  State of(const Body& b, const State& x, const State& y);
  State of(const Body& b, const State& x, int64_t i);
  void store_scalars(Var out, const std::vector<State>& values, size_t part);
  void store_rows(Var offsets, Var items, const std::vector<State>& values, const std::vector<State>& lengths,
                  size_t part, size_t column_number);
  void read(const Stm& s);
  void call(const Stm& s);
  int64_t take_places(const Stm& s, int64_t n);
  void cell(const Stm& s);
  void append(const Stm& s);
  void shift(const Stm& s);

  // ---- kernels ----
  void iota(const Stm& s) { elements(s, count(s.args[0]), s.outs, count(s.args[0])); }
  void map(const Stm& s) {
    if (launch_of(s).row_folds) return row_folds(s);
    if (std::exchange(sorted_, nullptr) != &s) elements(s, count(s.args[0]), s.outs, count(s.args[0]));
  }
  void elements(const Stm& s, int64_t n, const Vars& columns, int64_t room);
  void row_folds(const Stm& s);
  void reduce(const Stm& s);
  void scan(const Stm& s);
  void scan_scatter(const Stm& s);
  void run_scan(const Launch& l, Words w, int64_t n);
  void filter(const Stm& s);
  void rows(const Stm& s);
  void row_scans(const Launch& l, Words w, int64_t n, int64_t total);
  void each(const Stm& s);
  void row_starts(const Launch& l, Words counting, int64_t n, const DeviceBufferRef& starts);
  int64_t total_of(int64_t n, const DeviceBufferRef& starts);
  void offsets_of(const Launch& l, int64_t n, const DeviceBufferRef& lengths, const DeviceBufferRef& offsets);
  void scatter(const Stm& s);
  void rows_scatter(const Stm& s);
  Words changed_columns(const Stm& s, Var rounds, int64_t n);
  void histogram(const Stm& s);
  void ordered_histogram(const Launch& l, Words w, int64_t n, int64_t m);
  void copy(const Stm& s);
  void sort(const Stm& s);
  /// Keys of `key` bytes, of which `digits` may differ, to be put in order at `out`, or their positions at `order`.
  struct DigitSort {
    std::string kernel;
    int64_t n;
    const char* keys;
    uint64_t key, digits;
    char *out, *order;
  };
  void by_digits(const DigitSort& s);
  DeviceBufferRef sorted(const Launch& l, const std::string& kernel, const Words& w, int64_t n, DeviceBufferRef order);

  const Launch& launch_of(const Stm& s) const { return program_.cuda.launches.at(&s); }
  Words words(const Launch& l, Var n);
  uint32_t blocks(int64_t units, uint32_t threads) const;
  void launch(const Launch& l, const std::string& kernel, uint32_t blocks, const Words& w,
              std::span<const DeviceBufferRef> clear = {});
  /// Waits, and what was made is right.
  void finish_sound() {
    device_.finish();
    int state[2];
    device_.download(state, state_->place, sizeof state);
    if (state[0]) throw Failed{static_cast<uint32_t>(state[0] - 1)};
  }

  // ---- values ----
  DeviceBufferRef make(uint64_t bytes) { return std::make_shared<DeviceBuffer>(device_, bytes); }
  DeviceBufferRef column(Var v, int64_t n);
  Item& item(Var v) { return items_[static_cast<size_t>(v)]; }
  uint64_t bits(Var v);
  int64_t count(Var v) { return std::max<int64_t>(static_cast<int64_t>(bits(v)), 0); }
  uint64_t size(Var v) const { return element_size(plan_[v].element); }
  void set(Var v, uint64_t b) { item(v) = {b, nullptr, nullptr, true}; }
  void bind(const Vars& vars, const State& s);
  State state(std::span<const Var> vars);

  GpuDevice& device_;
  const Plan& plan_;
  const GpuProgram& program_;
  const Poll& poll_;
  std::vector<Item> items_;
  std::vector<bool> made_;
  DeviceBufferRef state_; ///< two ints: a failed check, an arena that was too small
  const Stm* sorted_ = nullptr; ///< the map whose columns a sort has made
  int64_t slice_ = 4096;  ///< bytes of a thread's arena
};

} // namespace nova::plan::gpu
