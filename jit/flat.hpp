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
//
// A function has no flat form, nor a sum that contains itself: an expression that needs one stays with the
// interpreter.
#pragma once
#include "frontend/types.hpp"
#include "jit/plan.hpp"
#include "runtime/array.hpp"
#include <functional>
#include <optional>
#include <span>

namespace nova::plan {

/// The variables' types of a value of a concrete type; nothing where the type has no flat form.
std::optional<std::vector<VarType>> flat_types(Types& types, TypeId type);
/// The types of each constructor's fields, of a concrete sum.
std::vector<std::vector<TypeId>> constructor_fields(Types& types, TypeId sum);

/// A plan variable at run time: a scalar's bits, or where a column begins.
union Word {
  uint64_t bits;
  const void* column;
};

/// Values' words, and the columns that were made for them. Both they and the values have to outlive the
/// words' use.
struct FlatWords {
  std::vector<Word> words;
  std::vector<uint64_t> rooms; ///< by word: the bytes that lie there, where it is a column
  void add_scalar(uint64_t bits) { words.push_back({.bits = bits}), rooms.push_back(0); }
  void add_column(const void* at, uint64_t bytes) { words.push_back({.column = at}), rooms.push_back(bytes); }
  std::vector<ColumnRef> made;
};
/// Appends a value's words; its type has a flat form.
void flatten_value(Types& types, TypeId type, const Value& v, FlatWords& out);

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
 ValueBuilder(Types& types, std::function<const Layout*(TypeId)> layout_of)
     : types_(types), layout_of_(std::move(layout_of)) {}
 Value build(TypeId type, std::span<const uint64_t> scalars, std::span<const ResultColumn> columns);

private:
 Types& types_;
 std::function<const Layout*(TypeId)> layout_of_;
};

} // namespace nova::plan
