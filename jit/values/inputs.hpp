// What goes into a plan and what it is a plan of: inputs, the functions that are known in them, and the lowered form.
#pragma once
#include "frontend/core/core.hpp"
#include "jit/plan/plan.hpp"
#include "jit/values/value_shape.hpp"
#include <functional>
#include <optional>

namespace nova::plan {

/// Where a plan's inputs come from: a slot of the frame in which the form stands, or a definition's value.
struct Input {
  enum Kind : uint8_t {
    Slot,
    Global,
    Region
  } kind = Slot; ///< Region: where the cells of `type` lie, of all inputs
  uint32_t index = 0;
  TypeId type{};                ///< unit, without variables, for a definition that only has to have run
  std::vector<uint32_t> path{}; ///< into what function values hold: the value's item, that one's item, ..
  ValueShape shape{};           ///< the functions in it that the plan knows
  bool functions = false;       ///< there are some in it, or in its cells
};

/// What is known of a function value when the plan is made: the plan is for this one alone.
struct KnownFunction {
  Input at;
  const Core* lambda = nullptr;
  uint32_t supplied = 0; ///< how many of the arguments it holds: its items are those, then what it captured
};
/// Finds the Lambda of a function value, if it is there; and the functions that another value holds, those in its cells
/// among the boxed ones: false where they cannot be known, or are to be boxed and are not.
struct KnownValues {
  std::function<std::optional<KnownFunction>(const Input&)> function_at;
  std::function<bool(const Input&, ValueShape&, BoxedFunctions&)> shape_at;
};

struct Lowered {
  Plan plan;
  std::vector<Input> inputs; ///< each one's variables are the plan's next params, in flat order
  TypeId type{};             ///< of the result
  ValueShape shape{};
  std::vector<KnownFunction> functions{};
  /// The plan's results are these types' regions (count, columns), and then the value.
  std::vector<TypeId> regions{};
  BoxedFunctions boxed{};
};

} // namespace nova::plan
