// A map whose elements are reductions of rows, as a kernel that balances them (kernels/cuda/row_folds.h).
#pragma once
#include "jit/emit/c/body_printer.hpp"
#include "jit/emit/cuda/cuda_printer.hpp"
#include "jit/emit/cuda/functors.hpp"

namespace nova::plan {

/// A map's body, cut at its reduction; `own` is what differs from element to element before it.
struct FoldedMap {
  const Stm* fold;
  Body before, behind;
  std::unordered_set<Var> own;
};

/// False where it is no map of reductions, or one that no such kernel suits.
bool fold_kernels(CudaPrinter& c, const Stm& map);
/// The functor of a map's rows, without what a row's elements are read by; `head` are the variables that a
/// row's head finds.
Functor row_functor(CudaPrinter& c, const Stm& map, const FoldedMap& m, Vars& head);
/// `reads` prints how elements are read.
void row_structure(BodyPrinter& p, const Functor& f, const FoldedMap& m, const Vars& head,
                   const std::string& what, const std::function<void()>& reads);

} // namespace nova::plan
