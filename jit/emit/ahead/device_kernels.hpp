// Prints the launches of array operations (kernels/c/ahead_kernels.h), as gpu/kernel_launcher.hpp makes them.
#pragma once
#include "jit/emit/ahead/ahead.hpp"
#include "jit/emit/c/plan_writer.hpp"
#include "jit/emit/cuda/emit_cuda.hpp"

namespace nova::plan {

/// Thrown where a function has a statement that only the C text can run.
struct NotOnDevice {
  std::string why;
};

/// Prints the statements that have kernels. The names of columns are addresses on the GPU, those of scalars are values here.
class LaunchPrinter : public PlanWriter {
 protected:
  /// `kernels`: the beginning of the kernels' names.
  LaunchPrinter(const CudaText& cuda, std::string kernels)
      : PlanWriter(*cuda.plan, {}), cuda_(cuda), kernels_(std::move(kernels)) {}
  void declare(const Vars& vars);
  /// Prints code that frees what was made since the mark, but for these columns.
  void free_made(const Vars& live);
  /// Prints `call` as the condition of the run's end.
  void must(const std::string& call) { line("if (" + call + ") return 1;"); }

  void iota(const Stm& s) { elements(s); }
  void map(const Stm& s);
  void reduce(const Stm& s);
  void accumulate(const Stm& s) { reduce(s); }
  void scan(const Stm& s);
  void scan_scatter(const Stm& s);
  void filter(const Stm& s);
  void rows(const Stm& s);
  void each(const Stm& s);
  void scatter(const Stm& s);
  void rows_scatter(const Stm& s);
  void histogram(const Stm& s);
  void sort(const Stm& s);

 private:
  const Launch& launch_of(const Stm& s) const;
  std::string kernel(const Launch& l, const std::string& suffix = "") const;
  bool takes_any_threads(const Launch& l) const;
  void arguments(const std::string& list, const Launch& l, Var n);
  void give(const std::string& list, Var v);
  void out(Var v, const std::string& n);
  /// Prints a statement's block, which has its launch and the arguments that its kernels share; `print` prints the rest.
  void launches(const Stm& s, Var n, const std::function<void(const Launch&)>& print);
  void changed_columns(const Stm& s, const std::string& n);
  void elements(const Stm& s);

  const CudaText& cuda_;
  const std::string kernels_;
  std::unordered_set<const Stm*> sorted_; ///< maps whose column the sort before has written
};

} // namespace nova::plan
