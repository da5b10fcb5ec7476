// How a Nova value is spread over plan variables, the same for inputs, intermediates and results.
//
//   type          variables
//   unit          none
//   number, bool, char   one scalar
//   tuple         its items', one after the other
//   vector#r t    r dimensions (int scalars, outermost first), then the columns of t
//   sum           the constructor's number (an int32 scalar) where there is more than one, then each
//   constructor's fields,
//                 one after the other: of all but its own, zeros and empty vectors
//
//   columns of t
//   unit          none
//   number, bool, char   one column
//   tuple         its items'
//   vector#r t    offsets: an int column, one more than there are elements, places in the columns that follow
//   (r > 1:
//                 then also a column of the dimensions, r for each element), then the columns of t
//   sum           as its value: a column for each scalar
//   function      as a sum whose constructors are the functions that it may be, each with what it holds (what it
//                 captured, then the arguments that it has): which ones those are is no matter of its type, so a
//                 Shape says it
//
// A sum that contains itself has no flat form: an expression that needs one stays with the interpreter.
#pragma once
#include "jit/plan/plan.hpp"
#include "jit/plan/words.hpp"
#include "jit/values/value_shape.hpp"
#include "runtime/array.hpp"
#include <functional>
#include <optional>
#include <span>

namespace nova::plan {

/// The variables' types of a value of a concrete type; nothing where the type has no flat form.
std::optional<std::vector<VarType>> flat_types(Types& types, TypeId type);

/// Appends a value's words; its type has a flat form.
void flatten_value(Types& types, TypeId type, const Value& v, FlatWords& out);
/// A column's, as those of a vector's elements.
void flatten_column(Types& types, const ColumnRef& c, FlatWords& out);
/// What stands for the fields of the constructors that an element does not have.
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
