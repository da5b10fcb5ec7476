// Prints the plan's own functions and calls of them. They are C functions without captured variables, and so may be
// recursive.
#pragma once
#include "jit/emit/c/body_printer.hpp"

namespace nova::plan {

/// Returns the declaration of the parameter that holds a function's static arguments, a pointer to a struct.
std::string static_arguments_parameter(const BodyPrinter& p);

/// Returns those of `all`, the parameters or arguments of function k, that the function uses.
Vars used_arguments(const BodyPrinter& p, size_t k, const Vars& all);
/// Returns those of `all` that function k uses and that are passed one by one, not as static arguments.
Vars listed_arguments(const BodyPrinter& p, size_t k, const Vars& all);
/// Prints all functions of the plan, as definitions that stand before the current text.
void print_plan_functions(BodyPrinter& p);
/// Prints code that copies into local variables those static arguments that the fold uses, so that no iteration reads
/// them through the pointer to the static arguments. Then calls `print`, which prints the fold.
void read_static_arguments(BodyPrinter& p, const Stm& fold, const std::function<void()>& print);
/// Prints a call whose outs are declared already. In a function of the plan, the callee's leaf function
/// (PlanFunctions::leaves) is called first, if there is one. The callee is then called only if the leaf function has
/// no result.
void call_function(BodyPrinter& p, const Stm& s);
/// Declares the outs of a call and prints it.
void print_call(BodyPrinter& p, const Stm& s);
/// Prints a call whose outs are declared already. At the host's level the columns that it returns are copied from the
/// arena to buffers of their own.
void call_in_turn(BodyPrinter& p, const Stm& s);

} // namespace nova::plan
