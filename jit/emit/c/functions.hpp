// The plan's own functions: C functions that capture nothing, and so may call themselves.
#pragma once
#include "jit/emit/c/body_printer.hpp"

namespace nova::plan {

/// The parameter by which a function gets its static arguments.
std::string handed_on_parameter(const BodyPrinter& p);

/// Of a function's parameters, or arguments, those that count.
Vars used_arguments(const BodyPrinter& p, size_t k, const Vars& all);
/// And of these, those that stand in its list.
Vars listed_arguments(const BodyPrinter& p, size_t k, const Vars& all);
/// All functions of the plan, apart.
void print_plan_functions(BodyPrinter& p);
/// Loops over elements have no time to look there each round: what they use has names of its own meanwhile.
void read_handed_on(BodyPrinter& p, const Stm& fold, const std::function<void()>& print);
/// Calls the function; a leaf is asked first. What it gives is declared.
void call_function(BodyPrinter& p, const Stm& s);
/// Declares what the function gives, and calls it.
void print_call(BodyPrinter& p, const Stm& s);
/// Calls the function; what it gives is declared. Its columns become those of the level.
void call_in_turn(BodyPrinter& p, const Stm& s);

} // namespace nova::plan
