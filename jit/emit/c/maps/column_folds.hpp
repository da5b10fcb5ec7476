// Prints maps whose elements are reductions of a matrix's columns. The matrix is read row by row.
#pragma once
#include "jit/emit/c/body_printer.hpp"

namespace nova::plan {

/// The number of columns that are reduced together, in C.
constexpr const char* column_width = "512";
/// Returns the grain of such a map over n columns, in C: threads share few columns, too, but a piece has the elements of
/// some lines of the cache in each row.
std::string column_grain(const std::string& n);

/// Returns the fold in a map's body, if it is in the lane shape, reads columns of a matrix (for element k of column j an
/// index j + k * m), and the rest of the body is arithmetic. Returns null otherwise.
const Stm* column_fold_of(const BodyPrinter& p, const Body& b);
/// Prints code for elements `from` .. `to` - 1 of the map, whose body has the reduction `fold`.
void column_folds(BodyPrinter& p, const Stm& map, const Stm& fold, const std::string& from,
                  const std::string& to);

} // namespace nova::plan
