// How a Nova value is spread over plan variables, the same for inputs, intermediates and results.
//
//   type          variables
//   unit          none
//   number, bool, char   one scalar
//   tuple         its items', one after the other
//   vector#r t    r dimensions (int scalars, outermost first), then the columns of t
//
//   columns of t
//   unit          none
//   number, bool, char   one column
//   tuple         its items'
//   vector#r t    offsets: an int column, one more than there are elements, places in the columns that follow (r > 1:
//                 then also a column of the dimensions, r for each element), then the columns of t
//
// Sums and functions have no flat form yet: an expression that needs one stays with the interpreter.
#pragma once
#include "frontend/types.hpp"
#include "jit/plan.hpp"
#include "runtime/array.hpp"
#include <functional>
#include <optional>
#include <span>

namespace nova::plan {

/// The variables' types of a value of a concrete type; nothing where the type has no flat form.
std::optional<std::vector<VarType>> flat_types(const Types& types, TypeId type);
/// Those of a column of such elements.
std::optional<std::vector<VarType>> column_types(const Types& types, TypeId element);

/// A plan variable at run time: a scalar's bits, or where a column begins.
union Word {
  uint64_t bits;
  const void* column;
};

/// Appends a value's words. The value has to outlive their use.
void flatten_value(const Value& v, std::vector<Word>& out);

/// A result column: its buffer, and where in it the column begins. Without a buffer it lies in an input's column, from
/// `place` on, and is copied when a value is built.
struct ResultColumn {
  BufferRef buffer;
  int64_t begin = 0; ///< elements
  const void* place = nullptr;
};
/// Builds a value of a type from its scalars and columns in flat order; `layout_of` as Machine::layout.
class ValueBuilder {
public:
  ValueBuilder(const Types& types, std::function<const Layout*(TypeId)> layout_of)
      : types_(types), layout_of_(std::move(layout_of)) {}
  Value build(TypeId type, std::span<const uint64_t> scalars, std::span<const ResultColumn> columns);

private:
  const Types& types_;
  std::function<const Layout*(TypeId)> layout_of_;
};

} // namespace nova::plan
