// The scalar built-ins as functions over words, for the interpreter of plans and for constant folding.
#pragma once
#include "frontend/core/builtin.hpp"
#include "runtime/element.hpp"

namespace nova::plan {

/// A scalar built-in at certain types. `call` takes the operands' words (as Value::bits) and returns the result's
/// word. It is total: a division of integers by zero returns 0.
struct ScalarFunction {
  uint64_t (*call)(const uint64_t* operands) = nullptr;
  uint8_t arity = 0;
};

/// Returns the built-in at these types of its operands and its result; `call` is null if the built-in has no such
/// type.
ScalarFunction scalar_function(BuiltinId id, Element operand, Element result);

} // namespace nova::plan
