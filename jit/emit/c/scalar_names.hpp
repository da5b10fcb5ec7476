// Types, functions and numbers as C spells them.
#pragma once
#include "jit/plan/plan.hpp"
#include <string>

namespace nova::plan {

/// nv_f32
std::string c_type(Element e);
/// The C function of a scalar built-in at its types: nv_add_f32, nv_to_i64_f64.
std::string c_function(BuiltinId id, Element operand, Element result);
/// Is it a maths function, of some dozens of operations?
bool is_maths(BuiltinId id);
/// What joins with anything without changing a bit of it: -0.0 for a floating +; "" where there is no such
/// thing.
std::string c_neutral(BuiltinId id, Element e);
/// A number of the type in C, to the bit.
std::string floating_literal(Element e, uint64_t bits);
/// A constant that stands where it is used, of its own type: compilers fold what they can see.
std::string constant_text(const Stm& constant);

} // namespace nova::plan
