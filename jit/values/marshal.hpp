// Marshals values to plan variables and back. It adds two kinds of values to the table of values/flat_layout.hpp:
// functions, which are numbers in a plan and closures in the interpreter, and cells of recursive types, which are
// indices into a region (a heap of cells).
#pragma once
#include "jit/values/cell_cache.hpp"
#include "jit/values/inputs.hpp"

namespace nova::plan {

struct MarshalContext {
  Types& types;
  std::function<const Layout*(TypeId)> layout_of; ///< the layout of a type, as Machine::layout
  /// Returns the code of a closure of the given Lambda that has the given number of arguments, as Machine::code_of.
  std::function<const void*(const Core&, uint32_t)> code_of;
  const BoxedFunctions* boxed = nullptr; ///< the plan's boxed functions, or null
};

/// Returns the types of the variables of a value of the shape; with `column`, those of a column of such values.
std::vector<VarType> flat_types(Types& types, const ValueShape& shape, bool column = false);
/// Adds the functions that a value holds to the shape, and those in its cells to `boxed`. A type with too many
/// functions for a shape is added to `boxed` too. Returns whether any function was added. Returns none if a function
/// is no closure of a Lambda, or if there are too many functions.
std::optional<bool> join(const MarshalContext& at, ValueShape& shape, const Value& v, BoxedFunctions& boxed);
/// Appends the words of a value to `out`. The shape must contain the functions of the value.
void flatten_value(const MarshalContext& at, const ValueShape& shape, const Value& v, FlatWords& out);
/// Returns the words of all inputs. The regions hold the inputs' cells, and have memory for `room` more. If `kept`
/// has the cells of these values, they are reused; otherwise `kept` is replaced by new regions. With `may_be_away`,
/// columns that are only in a GPU's memory are not copied to the host.
FlatWords words_of(const MarshalContext& at, std::span<const Input> inputs, const std::vector<Value>& values,
                   int64_t room, bool may_be_away = false, CellCache* kept = nullptr);
/// Adds a run's result `v` to the cell cache, so that later runs on this value need not marshal it.
void keep_result(const MarshalContext& at, const Lowered& of, const Value& v,
                 std::span<const uint64_t> scalars, std::span<const ResultColumn> columns, CellCache& kept);
/// Builds a value of the shape from a run's results, in the order of the flat layout. `columns` begins with the
/// columns of the regions of the types in `regions`. Fails with BadAnswer if the results represent no value.
Value build_value(const MarshalContext& at, const ValueShape& shape, std::span<const uint64_t> scalars,
                  std::span<const ResultColumn> columns, std::span<const TypeId> regions = {});

} // namespace nova::plan
