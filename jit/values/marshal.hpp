// Where values become plan variables and back: values/flat_layout.hpp's table, the functions among them, which are numbers
// in a plan and closures outside of it, and the cells of recursive types, which are places in a region.
#pragma once
#include "jit/values/cell_cache.hpp"
#include "jit/values/inputs.hpp"

namespace nova::plan {

struct MarshalContext {
  Types& types;
  std::function<const Layout*(TypeId)> layout_of; ///< Machine::layout
  /// What a closure of the Lambda that holds so many arguments runs: Machine::code_of.
  std::function<const void*(const Core&, uint32_t)> code_of;
  const BoxedFunctions* boxed = nullptr; ///< the plan's
};

/// The variables of a value of the shape, or of an element as columns.
std::vector<VarType> flat_types(Types& types, const ValueShape& shape, bool column = false);
/// The shape takes in the functions that a value holds, `boxed` those in its cells and the types of those that are too
/// many for a shape. Did they lack any? Nothing where there are foreign or too many ones.
std::optional<bool> join(const MarshalContext& at, ValueShape& shape, const Value& v, BoxedFunctions& boxed);
/// Appends a value's words; the shape has its functions.
void flatten_value(const MarshalContext& at, const ValueShape& shape, const Value& v, FlatWords& out);
/// All inputs' words. The regions hold the inputs' cells and have room for `room` more. What is kept is taken where it is of
/// these values, and made otherwise.
FlatWords words_of(const MarshalContext& at, std::span<const Input> inputs, const std::vector<Value>& values,
                   int64_t room, bool may_be_away = false, CellCache* kept = nullptr);
/// What a run has given is among what is kept for the next ones.
void keep_result(const MarshalContext& at, const Lowered& of, const Value& v,
                 std::span<const uint64_t> scalars, std::span<const ResultColumn> columns, CellCache& kept);
/// Builds a value from its scalars and columns in flat order; before it the columns of these types' regions.
Value build_value(const MarshalContext& at, const ValueShape& shape, std::span<const uint64_t> scalars,
                  std::span<const ResultColumn> columns, std::span<const TypeId> regions = {});

} // namespace nova::plan
