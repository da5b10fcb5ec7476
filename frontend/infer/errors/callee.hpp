// Errors of a call whose cause stands in the definition that is called: an operator between its operands, or an int
// among floating-point numbers.
#pragma once
#include "frontend/infer/inference.hpp"

namespace nova {

/// If the parameter that is given a value of type `actual`, no function, stands before an operator in the called
/// definition, as x in (x + 1), reports that and returns true.
bool report_infix_in_callee(Inference& in, const Why& why, TypeId expected, TypeId actual, Span at);
/// Adds help where vectors or numbers are floating-point, and the called definition combines them with a count.
void help_with_count(Inference& in, Diagnostic& d, const Why& why, TypeId expected, TypeId actual);

} // namespace nova
