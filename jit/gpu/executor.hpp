// The plan executor: it computes scalars, branches and loops at the plan's top level on the host, and launches
// kernels on the device. Private to gpu/.
#pragma once
#include "jit/gpu/kernel_launcher.hpp"

namespace nova::plan::gpu {

class PlanExecutor {
 public:
  PlanExecutor(GpuDevice& d, const GpuProgram& p, const Poll& poll) : run_(d, p, poll), kernels_(run_) {}
  GpuAnswer run(std::span<const GpuWord> inputs);

 private:
  void run(const Body& b) {
    for (const Stm& s : b.stms) statement(s);
  }
  void statement(const Stm& s);

  // ---- statements that the host executes ----
  void scalar(const Stm& s);
  void branch(const Stm& s);
  void loop(const Stm& s);
  void foldl(const Stm& s);
  void read(const Stm& s);
  void constant(const Stm& s) { run_.set(s.outs[0], s.bits); }
  void check(const Stm& s);
  void call(const Stm& s);
  void foreign(const Stm&) {} // launch_foreign_calls leaves none at the host's level
  void launch(const Stm& s);
  int64_t take_places(const Stm& s, int64_t n);
  void cell(const Stm& s);
  void append(const Stm& s);
  void shift(const Stm& s);
  void copy(const Stm& s);

  // ---- states that hold columns (gpu/executor_array_states.cpp) ----
  void reduce_states(const Stm& s);
  void scan_states(const Stm& s);
  State of(const Body& b, const State& x, const State& y);
  State of(const Body& b, const State& x, int64_t i);
  void store_scalars(Var out, const std::vector<State>& values, size_t part);
  void store_rows(Var offsets, Var items, const std::vector<State>& values, const std::vector<State>& lengths,
                  size_t part, size_t column_number);

  // ---- kernels ----
  void iota(const Stm& s) { kernels_.elements(s); }
  void map(const Stm& s) { kernels_.map(s); }
  void reduce(const Stm& s) { sizes_of(s) ? reduce_states(s) : kernels_.reduce(s); }
  void accumulate(const Stm& s) { reduce(s); }
  void scan(const Stm& s) { sizes_of(s) ? scan_states(s) : kernels_.scan(s); }
  void scan_scatter(const Stm& s) { kernels_.scan_scatter(s); }
  void filter(const Stm& s) { kernels_.filter(s); }
  void rows(const Stm& s) { kernels_.rows(s); }
  void each(const Stm& s) { kernels_.each(s); }
  void scatter(const Stm& s) { kernels_.scatter(s); }
  void rows_scatter(const Stm& s) { kernels_.rows_scatter(s); }
  void histogram(const Stm& s) { kernels_.histogram(s); }
  void sort(const Stm& s) { kernels_.sort(s); }

  DeviceRun run_;
  KernelLauncher kernels_;
};

} // namespace nova::plan::gpu
