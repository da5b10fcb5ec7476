// Maps whose elements are reductions of inputs that they share (kernels/cuda/tile_folds.h).
#pragma once
#include "jit/emit/c/body_printer.hpp"
#include "jit/emit/cuda/cuda_printer.hpp"
#include "jit/emit/cuda/row_folds.hpp"

namespace nova::plan {

/// A map over rows and columns: reads of its reduction that depend on the row, and those that depend on the
/// column.
struct Product {
  Var columns;
  std::vector<const Stm*> left, right;
  bool even; ///< are all reductions known to be of one length?
};

/// Reads in order before anything that may go wrong, whose places are arithmetic.
std::optional<Product> product_of(const BodyPrinter& p, const FoldedMap& m);
/// A tile of elements a block, their inputs in shared memory.
void product_kernel(CudaPrinter& c, const Stm& map, const FoldedMap& m, const Product& one);
/// False where elements share nothing.
bool pair_kernel(CudaPrinter& c, const Stm& map, const FoldedMap& m);

} // namespace nova::plan
