// A plan as header-free CUDA C++: one functor and one kernel for each statement over n elements at the plan's
// top level. What is around the kernels (sizes, memory, ifs and loops) the device's host walks through with
// the plan (gpu/execute.hpp).
#pragma once
#include "jit/plan/plan.hpp"
#include <memory>
#include <unordered_map>

namespace nova::plan {

/// A kernel, and what it is launched with. Its arguments are words: first the number of elements, then
/// `captures`, then the columns (for a reduction the words) of the outs, then what its skeleton needs.
struct Launch {
  std::string kernel;
  std::vector<Var> captures;
  uint32_t threads = 256; ///< a block's
  uint32_t shared = 0;    ///< bytes of a block's shared memory
  uint32_t value = 0;     ///< bytes of an element's value or a reduction's state
  uint32_t leaves = 0;    ///< of a reduction's group
  bool arena = false;     ///< do its threads need memory of their own?
  bool ordered = false;   ///< a histogram: are its elements brought in order first?
  bool claims = true;     ///< a scatter: do elements claim their places first, so that the last one wins?
  bool row_folds =
      false; ///< a map: are its elements reductions of rows that are shared out by their lengths?
  /// Rows, and those that are scattered: made by a thread each, twice; or, where their lengths are told before them, element by
  /// element or by scans.
  enum class Fill { Whole, Elements, Scans } fill = Fill::Whole;
  bool cuts_all = false;      ///< then: are all rows cut, however short?
  std::optional<Var> radix{}; ///< a sort: the column of numbers that can be sorted by their digits
  std::vector<Var>
      rooms{}; ///< a map: columns of which it has to know how many elements may be read; words behind the outs
  const Stm* sorted = nullptr; ///< then: the map that takes them in order, which is what is made
};

struct CudaText {
  std::shared_ptr<const Plan> plan;                ///< what the device's host walks through: `plan_for_gpu`
  std::string text;                                ///< without the prologue; "" where nothing is launched
  std::unordered_map<const Stm*, Launch> launches; ///< by its statements
  std::vector<bool> made; ///< by Var: scalars that kernels make, so that they stand in the device's memory
};

/// Same plan, same text; literals are arguments.
CudaText emit_cuda(const Plan& plan);

} // namespace nova::plan
