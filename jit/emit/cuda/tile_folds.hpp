// Prints maps whose elements are reductions with shared inputs (kernels/cuda/tile_folds.h).
#pragma once
#include "jit/emit/c/body_printer.hpp"
#include "jit/emit/cuda/cuda_printer.hpp"
#include "jit/emit/cuda/row_folds.hpp"

namespace nova::plan {

/// A map over rows and columns whose elements are reductions: the reads of its reduction that depend on the row alone
/// (`left`) or the column alone (`right`). `columns` is the number of columns.
struct Product {
  Var columns;
  std::vector<const Stm*> left, right;
  bool even; ///< whether all reductions are known to have the same length
};

/// Returns the map's two sides, or nothing if one of them has no reads or the reduction is too large. Only reads
/// before the first check count, at indices that are arithmetic.
std::optional<Product> product_of(const BodyPrinter& p, const FoldedMap& m);
/// Prints the kernel in which a block computes a tile of elements, with their inputs in shared memory.
void product_kernel(CudaPrinter& c, const Stm& map, const FoldedMap& m, const Product& one);
/// Prints the kernel for all pairs of a map's elements and a reduction's elements. Returns false if elements share no
/// inputs, or if their inputs or states are too large.
bool pair_kernel(CudaPrinter& c, const Stm& map, const FoldedMap& m);

} // namespace nova::plan
