// Prints a plan as header-free CUDA C++: one functor and one kernel or more for each statement over n elements at the
// plan's top level. The host part of the GPU's executor (gpu/execute.hpp) walks through the plan itself for what
// stands around kernels: sizes, memory, ifs and loops.
#pragma once
#include "jit/plan/plan.hpp"
#include <memory>
#include <unordered_map>

namespace nova::plan {

/// A kernel and its launch parameters. Its arguments are words: first the number of elements, then `captures`, then
/// the columns of the outs, then what its skeleton needs. A reduction gets the addresses of its result scalars in
/// place of columns.
struct Launch {
  std::string kernel;
  std::vector<Var> captures;
  uint32_t threads = 256; ///< threads of a block
  uint32_t shared = 0;    ///< bytes of shared memory of a block
  uint32_t value = 0;     ///< bytes of an element's value, or of a reduction's state
  uint32_t leaves = 0;    ///< a reduction: leaves that a block folds at a time
  bool arena = false;     ///< whether each thread needs an arena
  bool ordered = false;   ///< a histogram: whether its elements are sorted by target first
  /// a scatter: whether elements claim their targets first, so that the last one wins
  bool claims = true;
  /// a map: whether its elements are reductions of rows, which threads share by the rows' lengths
  bool row_folds = false;
  /// How the rows of a Rows or RowsScatter are made. Whole: a thread makes each row, twice. Elements and Scans need
  /// the rows' lengths before their elements: then rows are made element by element, or by scans.
  enum class Fill { Whole, Elements, Scans } fill = Fill::Whole;
  bool cuts_all = false;      ///< with Scans: whether all rows are cut into pieces, however short
  std::optional<Var> radix{}; ///< a sort: the column of numbers, if a radix sort can sort them
  /// a map: columns whose readable length, in elements, the kernel needs; words after those of the outs
  std::vector<Var> rooms{};
  /// with `radix`: the map that gathers the sorted numbers, if only it uses the order; the sort then writes the map's
  /// column
  const Stm* sorted = nullptr;
};

struct CudaText {
  /// the plan from `plan_for_gpu`, which the GPU's executor walks through
  std::shared_ptr<const Plan> plan;
  std::string text;                                ///< without the prologue; empty if nothing is launched
  std::unordered_map<const Stm*, Launch> launches; ///< by statement of `plan`
  /// by Var: whether a kernel computes the scalar, so that it lies in device memory
  std::vector<bool> made;
};

/// Prints the kernels of `plan`. Equal plans give equal texts; literals are arguments of the kernels.
CudaText emit_cuda(const Plan& plan);

} // namespace nova::plan
