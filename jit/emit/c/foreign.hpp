// Prints calls of foreign functions, and the texts of these functions.
#pragma once
#include "jit/emit/c/body_printer.hpp"

namespace nova::plan {

/// Prints the call of a foreign function.
void print_foreign(BodyPrinter& p, const Stm& s);
/// Prints nothing: a kernel launches no kernel.
inline void print_launch(BodyPrinter&, const Stm&) {}
/// Returns what stands before a text that calls the plan's foreign functions; "" if there are none. The functions' own
/// texts (foreign_definitions) stand behind it.
std::string foreign_head(const Plan& plan);

} // namespace nova::plan
