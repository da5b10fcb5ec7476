// The spelling of types, scalar functions and numbers in the generated C.
#pragma once
#include "jit/plan/plan.hpp"
#include <string>

namespace nova::plan {

/// Returns the C name of an element type, such as "nv_f32".
std::string c_type(Element e);
/// Returns the name of the C function for a scalar built-in at its types, such as "nv_add_f32" or "nv_to_i64_f64".
std::string c_function(BuiltinId id, Element operand, Element result);
/// Whether the built-in is a mathematical function that takes some dozens of operations.
bool is_maths(BuiltinId id);
/// Returns the operation's identity element, in C. Combining a value with it changes no bit of the value. So the
/// identity element of a floating + is -0.0. For floating min and max, returns a rank (an integer in the order of the
/// numbers). Returns "" if the operation has no identity element.
std::string c_neutral(BuiltinId id, Element e);
/// Returns a floating number in C, exact to the bit.
std::string floating_literal(Element e, uint64_t bits);
/// Returns a constant's value in C, of the constant's own type. It is printed at each use, so that the C compiler can
/// fold it.
std::string constant_text(const Stm& constant);

} // namespace nova::plan
