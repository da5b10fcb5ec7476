// Prints a map whose elements are reductions of rows as a kernel that balances the rows (kernels/cuda/row_folds.h).
#pragma once
#include "jit/emit/c/body_printer.hpp"
#include "jit/emit/cuda/cuda_printer.hpp"
#include "jit/emit/cuda/functors.hpp"

namespace nova::plan {

/// A map's body, cut at its reduction `fold`. `own` are the variables in `before` that differ from element to
/// element.
struct FoldedMap {
  const Stm* fold;
  Body before, behind;
  std::unordered_set<Var> own;
};

/// Prints the kernels of a map whose elements are reductions. Returns false if `map` is none, or if no such kernel
/// suits it.
bool fold_kernels(CudaPrinter& c, const Stm& map);
/// Returns the functor of a map's rows, without the members that read a row's elements. Sets `head` to the variables
/// that a row's head computes.
Functor row_functor(CudaPrinter& c, const Stm& map, const FoldedMap& m, Vars& head);
/// Prints the functor's struct with the comment `what`. `reads` prints the members that read elements.
void row_structure(BodyPrinter& p, const Functor& f, const FoldedMap& m, const Vars& head,
                   const std::string& what, const std::function<void()>& reads);

} // namespace nova::plan
