// The inputs of a plan, the functions that they are known to hold, and the result of lowering a form.
#pragma once
#include "frontend/core/core.hpp"
#include "jit/plan/plan.hpp"
#include "jit/values/value_shape.hpp"
#include <functional>
#include <optional>

namespace nova::plan {

/// An input of a plan: a value in a slot of the form's frame, a definition's value, or a region (a heap of cells).
/// How a run uses the CUDA texts of a plan: their references run, or the texts, or both and are compared.
enum TextMode : int64_t { text_unused, text_used, text_compared };

struct Input {
  enum Kind : uint8_t {
    Slot,
    Global,
    Region,
    TextMode
  } kind = Slot; ///< Region: the region that holds the cells of type `type` from all inputs. TextMode: a TextMode value
  /// The slot's or the definition's index.
  uint32_t index = 0;
  TypeId type{};                ///< the value's type; unit for a definition that only has to have run
  std::vector<uint32_t> path{}; ///< indices that lead to an item of a function value, outermost first
  ValueShape shape{};           ///< the functions that the plan allows in the value
  bool is_table =
      false; ///< whether the plan has the elements of the definition's value, or their number, as constants
  bool functions = false; ///< whether the value, or a cell in it, may hold functions
};

/// What a plan may use of the lengths of a vector that is no definition's value, and so may be another one in each run.
enum class UsedLengths : uint8_t {
  All,  ///< short lengths are constants, and rows of one length need no offsets
  Even, ///< rows of one length need no offsets
  None
};

/// A fact about the rows of an input's value. The plan is valid only for values of which it holds.
struct KnownRows {
  Input at;
  std::vector<uint32_t>
      column{}; ///< indices of the children that lead from the vector's column to that of the rows
  std::optional<int64_t> length{}; ///< the length of all rows; none: any, but all rows have the same
  bool from_start = false;         ///< whether the first row begins where its column begins
};

/// A length of an input's value, which is a vector. The plan is valid only for values that have this length.
struct KnownDimension {
  Input at;
  uint32_t dimension = 0; ///< index of the dimension
  int64_t length = 0;
};

/// Two lengths of inputs' values, which are vectors. The plan is valid only for values in which they are equal, and
/// greater than 0.
struct EqualDimensions {
  Input at, other;
  uint32_t dimension = 0, other_dimension = 0;
};

/// A function value that is known when the plan is made. The plan is valid only for this function.
struct KnownFunction {
  Input at;
  const Core* lambda = nullptr;
  uint32_t supplied = 0; ///< number of arguments it already has; its items are these, then captured values
};
/// Access to the values of inputs while a form is lowered. `function_at` returns the function that an input's value
/// is; none if it is not known. `shape_at` adds the functions that an input holds to a shape, and those in its cells
/// to the boxed functions. It returns false if the functions are not known, or if they are too many for a shape. If
/// they are too many, their type is added to the boxed functions. `value_at` returns the value of an input; null for a
/// definition that has not run. A definition's value does not change; of other values the plan may use what `lengths` says.
struct KnownValues {
  std::function<std::optional<KnownFunction>(const Input&)> function_at;
  std::function<bool(const Input&, ValueShape&, BoxedFunctions&)> shape_at;
  std::function<const Value*(const Input&)> value_at{};
  UsedLengths lengths = UsedLengths::None;
  /// Definitions whose values the plan itself computes, at its start, in this order: indices into the Monomorphiser's globals.
  std::vector<uint32_t> computed{};
};

/// The longest vector whose length, and whose elements, are constants of plans.
constexpr int64_t longest_known = 32;

struct Lowered {
  Plan plan;
  std::vector<Input> inputs;       ///< the plan's parameters are the variables of all inputs, in order
  std::vector<uint32_t> lengths{}; ///< definitions that the plan takes from an input, whose lengths they are
  TypeId type{};                   ///< the type of the result
  ValueShape shape{};
  std::vector<KnownFunction> functions{};
  std::vector<KnownRows> rows{};
  std::vector<KnownDimension> dimensions{};
  std::vector<EqualDimensions> equal_dimensions{};
  /// The plan's results are the regions of these types (for each, the number of cells in use, then the columns), and
  /// then the variables of the form's value.
  std::vector<TypeId> regions{};
  BoxedFunctions boxed{};
};

} // namespace nova::plan
