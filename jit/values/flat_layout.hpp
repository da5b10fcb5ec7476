// The flat layout: the plan variables that hold a Nova value. It is the same for inputs, intermediates and results.
//
//   type of a value      its variables
//   unit                 none
//   number, bool, char   one scalar
//   tuple                the variables of its items, in order
//   vector#r t           r dimensions (int scalars, outermost first), then the columns for elements of type t
//   sum                  the constructor's number (an int32 scalar) if there are several constructors, then the
//                        variables for the fields of all constructors; the fields of constructors other than the
//                        value's own are zeros and empty vectors
//
//   type of elements     their columns
//   unit                 none
//   number, bool, char   one column
//   tuple                the columns of its items, in order
//   vector#r t           offsets: an int column with one more entry than there are vectors (vector k lies at indices
//                        offset k to offset k + 1 of the columns for elements of type t); if r > 1, a column with r
//                        dimensions for each vector; then the columns for elements of type t
//   sum                  as for a value, with a column in place of each scalar
//
// A function value is laid out as a sum whose constructors are the functions that it may be. The fields of each are
// its captured values, then the arguments that it already has. A ValueShape lists these functions, since a type does
// not.
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
/// Appends the words of a column, such as the elements of a vector.
void flatten_column(Types& types, const ColumnRef& c, FlatWords& out);
/// Returns the zero value of a layout. In a column of sums it fills the fields of constructors that an element does
/// not have.
Value zero_of(const Layout& l);

/// Builds a value of a type from its scalars and its columns, both in the order of the flat layout. `layout_of`
/// returns the layout of a type's columns, as Machine::layout does.
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
