// Prints calls of foreign functions, and the texts of these functions.
#pragma once
#include "jit/emit/c/body_printer.hpp"

namespace nova::plan {

/// Prints the call of a foreign function.
void print_foreign(BodyPrinter& p, const Stm& s);
/// Returns what stands before a text that calls the plan's foreign functions; "" if there are none.
std::string foreign_declarations(const Plan& plan);
/// Returns what stands behind such a text: the functions' own texts.
std::string foreign_definitions(const Plan& plan);

} // namespace nova::plan
