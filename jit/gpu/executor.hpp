// The plan executor, private to gpu/execute.cpp, gpu/executor_array_states.cpp and gpu/executor_kernels.cpp.
// Scalars are computed on the host, kernels are launched on the device. A kernel's results stay on the device
// until the host reads them.
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

/// Words of a kernel's arguments.
struct Words {
  std::vector<uint64_t> all;
  void place(const void* p) { all.push_back(reinterpret_cast<uint64_t>(p)); }
};

class Walk {
 public:
  Walk(GpuDevice& d, const GpuProgram& p, const Poll& poll)
      : device_(d), plan_(*p.cuda.plan), program_(p), poll_(poll), items_(p.cuda.plan->types.size()),
        made_(device_scalars(*p.cuda.plan)), state_(make(8)), restarts_(!makes_cells(plan_)),
        guesses_(restarts_) {
    device_.give_up = poll;
  }
  ~Walk() { device_.give_up = nullptr; }
  GpuAnswer run(std::span<const GpuWord> inputs);

 private:
  void begin(std::span<const GpuWord> inputs);
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
  void constant(const Stm& s) { set(s.outs[0], s.bits); }
  void check(const Stm& s);
  void call(const Stm& s);
  int64_t take_places(const Stm& s, int64_t n);
  void cell(const Stm& s);
  void append(const Stm& s);
  void shift(const Stm& s);

  // ---- kernels ----
  void iota(const Stm& s) { elements(s); }
  void map(const Stm& s) {
    if (launch_of(s).row_folds) return row_folds(s);
    if (std::exchange(sorted_, nullptr) != &s) elements(s);
  }
  void elements(const Stm& s);
  uint64_t readable(Var v);
  void row_folds(const Stm& s);
  void reduce(const Stm& s) { sizes_of(s) ? reduce_states(s) : reduce_scalars(s); }
  void accumulate(const Stm& s) { reduce(s); }
  void reduce_scalars(const Stm& s);
  void scan(const Stm& s) { sizes_of(s) ? scan_states(s) : scan_scalars(s); }
  void scan_scalars(const Stm& s);
  void scan_scatter(const Stm& s);
  void run_scan(const Launch& l, Words w, int64_t n);
  void filter(const Stm& s);
  void rows(const Stm& s);
  int64_t total_of(const Launch& l, Var rows, Item& total);
  void row_scans(const Launch& l, Words w, int64_t n, int64_t total);
  void each(const Stm& s);
  void row_starts(const Launch& l, Words counting, int64_t n, const DeviceBufferRef& starts);
  void offsets_of(const Launch& l, int64_t n, const DeviceBufferRef& lengths, const DeviceBufferRef& offsets);
  void scatter(const Stm& s);
  void rows_scatter(const Stm& s);
  Words changed_columns(const Stm& s, Var rounds, int64_t n);
  void histogram(const Stm& s);
  void ordered_histogram(const Launch& l, Words w, int64_t n, int64_t m);
  void join_runs(const Launch& l, Words w, int64_t m);
  void copy(const Stm& s);
  void sort(const Stm& s);
  /// Keys of `key` bytes, of which `digits` may differ, to be put in order at `out`, their positions at `order`, or both.
  struct DigitSort {
    std::string kernel;
    int64_t n;
    const char* keys;
    uint64_t key, digits;
    char *out, *order;
  };
  void by_digits(const DigitSort& s);
  DeviceBufferRef sorted(const Launch& l, const std::string& kernel, const Words& w, int64_t n,
                         DeviceBufferRef order);

  const Launch& launch_of(const Stm& s) const { return program_.cuda.launches.at(&s); }
  Words words(const Launch& l, Var n);
  uint32_t blocks(int64_t units, uint32_t threads) const;
  void launch(const Launch& l, const std::string& kernel, uint32_t blocks, const Words& w,
              std::span<const DeviceBufferRef> clear = {});
  /// Waits, and what was made is right.
  void finish_sound() {
    const auto [failed, lacks] = finished();
    if (failed) throw Failed{static_cast<uint32_t>(failed - 1)};
    if (lacks == full_arena) program_.remembers->slice *= 8;
    if (lacks == full_rows) guesses_ = false;
    if (lacks) throw Again();
  }
  /// kernels/cuda/gpu.h's state, when all that was launched is done.
  std::pair<int, int> finished() {
    int state[2];
    device_.finish();
    device_.download(state, state_->place, sizeof state);
    return {state[0], state[1]};
  }

  // ---- values ----
  DeviceBufferRef make(uint64_t bytes) { return std::make_shared<DeviceBuffer>(device_, bytes); }
  DeviceBufferRef column(Var v, int64_t n);
  DeviceBufferRef column(Var v, const Item& length, int64_t most);
  void note_lengths();
  Item& item(Var v) { return items_[static_cast<size_t>(v)]; }
  uint64_t bits(Var v);
  int64_t count(Var v) { return std::max<int64_t>(static_cast<int64_t>(bits(v)), 0); }
  /// The count, or, where only the device knows it, what it is at most: kernels look it up there.
  int64_t bound(Var v) {
    const Item& i = item(v);
    return !i.fetched && i.most >= 0 && i.most <= most_unknown ? i.most : count(v);
  }
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
  const bool restarts_;   ///< may a run begin anew? Otherwise kernels are waited for that may lack memory
  bool guesses_;          ///< are totals of rows taken from the run before?
  static constexpr int full_arena = 1, full_rows = 2; ///< what state[1] says of what is missing
  const Stm* sorted_ = nullptr;                       ///< the map whose columns a sort has made
  /// Memory for more elements is not taken on a guess: to ask costs little beside what they take.
  static constexpr int64_t most_unknown = int64_t{1} << 23;
  /// Columns whose lengths were not known when they were made.
  struct Unknown {
    std::weak_ptr<DeviceBuffer> column;
    Item length;
    uint64_t size;
  };
  std::vector<Unknown> unknown_;
};

} // namespace nova::plan::gpu
