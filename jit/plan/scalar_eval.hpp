// The scalar built-ins as functions over words: what the plan's interpreter calls, and what folds constants.
#pragma once
#include "frontend/core/builtin.hpp"
#include "runtime/element.hpp"

namespace nova::plan {

/// A scalar built-in at its types. It takes its operands' words (as Value::bits) and gives the result's. It
/// is total: a division of integers by zero gives 0.
struct ScalarFunction {
  uint64_t (*call)(const uint64_t* operands) = nullptr;
  uint8_t arity = 0;
};

/// The built-in from operands of one element type to a result of another; `call` is null where it has no such
/// type.
ScalarFunction scalar_function(BuiltinId id, Element operand, Element result);

} // namespace nova::plan
