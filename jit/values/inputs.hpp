// The inputs of a plan, the functions that are known in them, and the result of lowering a form.
#pragma once
#include "frontend/core/core.hpp"
#include "jit/plan/plan.hpp"
#include "jit/values/value_shape.hpp"
#include <functional>
#include <optional>

namespace nova::plan {

/// An input of a plan: a value in a slot of the form's frame, a definition's value, or a region.
struct Input {
  enum Kind : uint8_t {
    Slot,
    Global,
    Region
  } kind = Slot; ///< Region: the region with the cells of `type` in all inputs
  uint32_t index = 0;
  TypeId type{};                ///< the value's type; unit for a definition that only has to have run
  std::vector<uint32_t> path{}; ///< path into the items of function values: an index for each level
  ValueShape shape{};           ///< the functions in the value that the plan was made for
  bool functions = false;       ///< the value, or a cell in it, may hold functions
};

/// A function value that is known when the plan is made. The plan holds for this function alone.
struct KnownFunction {
  Input at;
  const Core* lambda = nullptr;
  uint32_t supplied = 0; ///< number of arguments that it has: its items are those, then what it captured
};
/// Access to the values of inputs while a form is lowered. `function_at` returns the function in an input; none if
/// there is none yet. `shape_at` adds the functions that an input holds to a shape, and those in its cells to the
/// boxed functions. It returns false if these can't be known, or have to be boxed and are not.
struct KnownValues {
  std::function<std::optional<KnownFunction>(const Input&)> function_at;
  std::function<bool(const Input&, ValueShape&, BoxedFunctions&)> shape_at;
};

struct Lowered {
  Plan plan;
  std::vector<Input> inputs; ///< the plan's parameters are the variables of each input in turn, in flat order
  TypeId type{};             ///< the type of the result
  ValueShape shape{};
  std::vector<KnownFunction> functions{};
  /// The plan's results are the regions of these types (count, then columns), and then the variables of the value.
  std::vector<TypeId> regions{};
  BoxedFunctions boxed{};
};

} // namespace nova::plan
