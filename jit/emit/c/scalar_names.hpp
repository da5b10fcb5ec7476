// The spelling of types, scalar functions and numbers in the generated C.
#pragma once
#include "jit/plan/plan.hpp"
#include <string>

namespace nova::plan {

/// Returns the C name of an element type, as "nv_f32".
std::string c_type(Element e);
/// Returns the name of the C function for a scalar built-in at its types, as "nv_add_f32" or "nv_to_i64_f64".
std::string c_function(BuiltinId id, Element operand, Element result);
/// Whether the built-in is a mathematical function that takes some dozens of operations.
bool is_maths(BuiltinId id);
/// Returns the identity element of the operation, in C: it changes no bit of a value that it is combined with, as
/// -0.0 for a floating +. For floating min and max it is a rank. Returns "" if there is none.
std::string c_neutral(BuiltinId id, Element e);
/// Returns a floating number in C, exact to the bit.
std::string floating_literal(Element e, uint64_t bits);
/// Returns a constant's value in C, of the constant's own type. It is printed at each use, so that the C compiler can
/// fold it.
std::string constant_text(const Stm& constant);

} // namespace nova::plan
