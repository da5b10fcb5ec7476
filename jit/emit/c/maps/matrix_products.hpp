// Prints products of matrices, which are computed by blocks that fit in registers (kernels/c/matrix_product.h).
#pragma once
#include "jit/emit/c/body_printer.hpp"
#include <optional>

namespace nova::plan {

/// A map that computes the product of the matrices a and b. a has `depth` columns, and b has `columns`. Each sum
/// begins with the value `start`.
struct MatrixProduct {
  Var a, b, depth, columns, start;
  std::optional<Var> a_first{}, b_first{}; ///< the index in a or b where the matrix begins, if not 0
};
/// Returns the product that the map computes; nothing if it computes none.
std::optional<MatrixProduct> matrix_product(const Plan& plan, const Stm& map);

/// Prints the product, for the case that the map's length is a multiple of `columns` and the target CPU has register
/// blocks. The text ends with `else`: what is printed next handles all other cases.
void whole_product(BodyPrinter& p, const Stm& s, const MatrixProduct& m);

} // namespace nova::plan
