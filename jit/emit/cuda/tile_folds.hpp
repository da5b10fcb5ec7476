// Prints maps whose elements are reductions that read the same inputs, as in a matrix product. A block loads these
// inputs into shared memory once (kernels/cuda/tile_folds.h).
#pragma once
#include "jit/emit/c/body_printer.hpp"
#include "jit/emit/cuda/cuda_printer.hpp"
#include "jit/emit/cuda/row_folds.hpp"

namespace nova::plan {

/// A map over the rows and columns of a grid, whose elements are reductions, for example a matrix product.
struct Product {
  Var columns; ///< the number of the grid's columns
  /// `left`: the reads in the reduction that depend on the row, but not on the column; `right`: those that depend on
  /// the column, but not on the row
  std::vector<const Stm*> left, right;
  bool even; ///< whether all reductions are known to have the same length
};

/// Returns the map as a Product. Returns nothing if `left` or `right` would be empty, or if the reduction is too
/// large. A read is included only if all statements before it are constants, scalar operations and reads, and if its
/// index depends neither on data read from columns nor on the reduction's state.
std::optional<Product> product_of(const BodyPrinter& p, const FoldedMap& m);
/// Prints the kernel of the product `one`, in which each block computes a rectangular tile of the map's elements,
/// with their inputs in shared memory.
void product_kernel(CudaPrinter& c, const Stm& map, const FoldedMap& m, const Product& one);
/// Prints the kernel of a map whose elements all reduce the same sequence, for example the forces between all pairs
/// of bodies. Returns false, and prints nothing, if the elements share no inputs, or if inputs or states are too
/// large.
bool pair_kernel(CudaPrinter& c, const Stm& map, const FoldedMap& m);

} // namespace nova::plan
