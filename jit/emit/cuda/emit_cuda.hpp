// Prints a plan as CUDA C++ without includes. Each statement over n elements at the plan's top level becomes one
// functor and one or more kernels. The rest of the plan is not printed: the GPU's executor (gpu/execute.hpp) runs it
// on the host. It computes sizes, allocates memory, runs ifs and loops, and launches the kernels.
#pragma once
#include "jit/plan/plan.hpp"
#include <memory>
#include <unordered_map>

namespace nova::plan {

/// The kernel of one statement and its launch parameters. The kernel's arguments are words of 8 bytes, in this order:
/// the number of elements, `captures`, the columns of the statement's outs, and what its skeleton needs. A reduction
/// gets the addresses of its result scalars in place of columns.
struct Launch {
  /// the kernel's name; a statement's further kernels have a suffix such as "_write"
  std::string kernel;
  std::vector<Var> captures; ///< variables from outside the statement that its bodies use
  uint32_t threads = 256;    ///< threads of a block
  uint32_t shared = 0;       ///< bytes of shared memory of a block
  uint32_t value = 0;        ///< bytes of an element's value, or of a reduction's state
  uint32_t leaves = 0;       ///< a reduction: the number of leaves of its tree that a block folds at a time
  uint32_t items = 0;        ///< a filter: the number of elements that a thread takes
  bool arena = false;        ///< whether each thread needs an arena
  /// a histogram: whether its elements are sorted by target before they are joined
  bool ordered = false;
  /// a scatter: whether a kernel finds the last element of each target before another kernel writes
  bool claims = true;
  /// a map: whether its elements are reductions of rows, where each row's length decides which threads reduce it
  bool row_folds = false;
  /// How the rows of a Rows or RowsScatter are computed. Whole: one thread computes a whole row, once for its length
  /// and once for its elements. Elements and Scans: the lengths are computed without the elements; then all elements
  /// are computed one by one (Elements), or each row by a scan (Scans).
  enum class Fill { Whole, Elements, Scans } fill = Fill::Whole;
  /// with Scans: whether even short rows are cut into pieces that several blocks scan
  bool cuts_all = false;
  /// a sort: the column of the numbers that are sorted, if a radix sort can sort them
  std::optional<Var> radix{};
  /// a map: for each of these columns, the kernel gets the number of elements that it may read, as a word after the
  /// words of the outs
  std::vector<Var> rooms{};
  /// with `radix`: the Map that reads the numbers in sorted order, if no other statement uses that order. The sort
  /// then writes the Map's column; null if there is no such Map.
  const Stm* sorted = nullptr;
};

struct CudaText {
  /// the GPU's form of the plan (`plan_for_gpu`), which the GPU's executor runs statement by statement
  std::shared_ptr<const Plan> plan;
  /// the CUDA text without the prologue; empty if the plan launches no kernel
  std::string text;
  /// by statement of `plan`: its kernel and launch parameters
  std::unordered_map<const Stm*, Launch> launches;
  /// by Var: whether a kernel computes the variable, a scalar, so that its value lies in device memory
  std::vector<bool> made;
};

/// Returns the text of the kernels for `plan`, their launch parameters, and the form of the plan that the GPU's
/// executor runs. Equal plans give equal texts. Literals are passed to the kernels as arguments. `fetches`: whether the
/// host fetches each scalar that a kernel computes, so that later kernels get its value in place of its address.
CudaText emit_cuda(const Plan& plan, bool fetches = false);

} // namespace nova::plan
