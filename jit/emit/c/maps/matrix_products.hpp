// Products of matrices, in blocks of registers (kernels/c/matrix_product.h).
#pragma once
#include "jit/emit/c/body_printer.hpp"
#include <optional>

namespace nova::plan {

/// A map that is a product of matrices: a has `depth` columns, b `columns`.
struct MatrixProduct {
  Var a, b, depth, columns, start;
  std::optional<Var> a_first{}, b_first{}; ///< where the matrices begin in their columns, if not at 0
};
std::optional<MatrixProduct> matrix_product(const Plan& plan, const Stm& map);

/// Where the map takes whole rows, and the machine has the blocks; what comes next is for the other cases.
void whole_product(BodyPrinter& p, const Stm& s, const MatrixProduct& m);

} // namespace nova::plan
