// Help for calls that work on tables, vectors of records, by a function of a row.
#pragma once
#include "frontend/infer/inference.hpp"

namespace nova {

/// Adds help where a function of a record is wanted and something else stands: the lambda that takes a field. The text of
/// a literal, such as "price", may be the field's name. Requires that both types are resolved.
void help_with_row_function(const Inference& in, Diagnostic& d, const Why& why, TypeId wanted, TypeId found,
                            Span at);

} // namespace nova
