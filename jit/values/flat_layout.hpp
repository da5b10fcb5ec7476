// The flat layout: the plan variables that hold a Nova value. It is the same for inputs, intermediates and results.
//
//   type of a value      its variables
//   unit                 none
//   number, bool, char   one scalar
//   tuple                those of its items, one after the other
//   vector#r t           r dimensions (int scalars, outermost first), then the columns for elements of type t
//   sum                  the constructor's number (an int32 scalar) if there are several constructors, then the
//                        fields of each constructor; those of other constructors are zeros and empty vectors
//
//   type of elements     their columns
//   unit                 none
//   number, bool, char   one column
//   tuple                those of its items
//   vector#r t           offsets: an int column with one more entry than there are elements, which are indices into
//                        the columns that follow; if r > 1, a column with r dimensions for each element; then the
//                        columns for elements of type t
//   sum                  as for a value, with a column for each scalar
//
// A function is laid out as a sum. The functions that it may be are the constructors. The fields of each are what it
// captured, then the arguments that it has. The type does not say which functions these are, so a ValueShape does.
//
// A sum that contains itself has no flat layout: its values are cells in regions (values/marshal.hpp).
#pragma once
#include "jit/plan/plan.hpp"
#include "jit/plan/words.hpp"
#include "jit/values/value_shape.hpp"
#include "runtime/array.hpp"
#include <functional>
#include <optional>
#include <span>

namespace nova::plan {

/// Returns the types of the variables of a value of a concrete type; none if the type has no flat layout.
std::optional<std::vector<VarType>> flat_types(Types& types, TypeId type);

/// Appends the words of a value to `out`. Its type must have a flat layout.
void flatten_value(Types& types, TypeId type, const Value& v, FlatWords& out);
/// Appends the words of a column, as of a vector's elements.
void flatten_column(Types& types, const ColumnRef& c, FlatWords& out);
/// Returns a zero value, which fills the fields of constructors that an element does not have.
Value zero_of(const Layout& l);

/// Builds a value of a type from its scalars and columns in flat order; `layout_of` as Machine::layout.
class ValueBuilder {
 public:
  ValueBuilder(Types& types, std::function<const Layout*(TypeId)> layout_of)
      : types_(types), layout_of_(std::move(layout_of)) {}
  Value build(TypeId type, std::span<const uint64_t> scalars, std::span<const ResultColumn> columns);

 private:
  Types& types_;
  std::function<const Layout*(TypeId)> layout_of_;
};

} // namespace nova::plan
