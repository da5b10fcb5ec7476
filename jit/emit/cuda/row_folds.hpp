// Prints maps in which each element is the reduction of one row. The kernels assign more threads to longer rows
// (kernels/cuda/row_folds.h).
#pragma once
#include "jit/emit/c/body_printer.hpp"
#include "jit/emit/cuda/cuda_printer.hpp"
#include "jit/emit/cuda/functors.hpp"

namespace nova::plan {

/// The body of a map, divided at the one reduction in it.
struct FoldedMap {
  const Stm* fold; ///< the reduction
  /// before: the statements before the reduction, with the map's index as parameter; behind: the statements after the
  /// reduction, with the map's results
  Body before, behind;
  /// the map's index and the variables bound in `before` that may differ between the map's elements
  std::unordered_set<Var> own;
};

/// Prints the kernels of a map whose elements are reductions. Returns false, and prints nothing, if `map` is no such
/// map or if none of these kernels suits it.
bool fold_kernels(CudaPrinter& c, const Stm& map);
/// Returns a functor that reduces the rows of `map`. Its streams are left empty. Sets `head` to the variables that
/// m.before computes and that are needed after it.
Functor row_functor(CudaPrinter& c, const Stm& map, const FoldedMap& m, Vars& head);
/// Prints the struct of the functor `f`, with the comment `what` above it and the data members `head`. `reads` prints
/// the member functions that load a row's elements.
void row_structure(BodyPrinter& p, const Functor& f, const FoldedMap& m, const Vars& head,
                   const std::string& what, const std::function<void()>& reads);

} // namespace nova::plan
