// Vectors with one element replaced: put, and `set!` of an element.
#include "interp/arrays/arrays.hpp"
#include "interp/arrays/elements.hpp"

namespace nova::arrays {
namespace {

/// Whether nothing else refers to the buffer, or has a copy of its bytes.
bool is_own(const BufferRef& data) { return !data || (data.use_count() == 1 && data->may_change()); }

/// The place of the fields of element `at` in a column of a sum type: in `column`, at `index`.
struct FieldPlace {
  const ColumnRef& column;
  int64_t index;
};
FieldPlace fields_at(const Column& sums, int64_t at) {
  return {sums.children[sums.as<uint32_t>()[at]], sums.extra->as<int64_t>()[at]};
}

bool can_store(const ColumnRef& column, int64_t at, const Value& element);

/// Whether the value of each field can be stored at `at` in its column of the tuples.
bool can_store_all(const Column& tuples, int64_t at, std::span<const Value> fields) {
  for (size_t k = 0; k < tuples.children.size(); ++k)
    if (!can_store(tuples.children[k], at, fields[k])) return false;
  return true;
}

/// Whether `element` can be stored in place as element `at` of the column. It is a number, bool or char, a tuple of
/// such, or a value with such fields and the constructor that is there. No other value and no other element refers to the
/// columns, their buffers or the fields.
bool can_store(const ColumnRef& column, int64_t at, const Value& element) {
  if (column.use_count() != 1 || !is_own(column->data) || !is_own(column->extra)) return false;
  switch (column->layout->kind) {
  case ColumnKind::Primitive: return true;
  case ColumnKind::Tuple: return can_store_all(*column, at, element.items());
  case ColumnKind::Sum: {
    if (!column->sole || column->as<uint32_t>()[at] != element.constructor()) return false;
    const size_t fields = element.items().size();
    const FieldPlace place = fields_at(*column, at);
    if (fields < 2) return fields == 0 || can_store(place.column, place.index, element.items()[0]);
    return place.column.use_count() == 1 && can_store_all(*place.column, place.index, element.items());
  }
  default: return false;
  }
}

void store(const Column& column, int64_t at, const Value& element);

void store_all(const Column& tuples, int64_t at, std::span<const Value> fields) {
  for (size_t k = 0; k < tuples.children.size(); ++k) store(*tuples.children[k], at, fields[k]);
}

void store_fields(const FieldPlace& place, std::span<const Value> fields) {
  if (fields.size() == 1) return store(*place.column, place.index, fields[0]);
  if (fields.size() > 1) store_all(*place.column, place.index, fields);
}

/// Stores `element` as element `at` of a column for which can_store holds.
void store(const Column& column, int64_t at, const Value& element) {
  if (column.layout->kind == ColumnKind::Tuple) return store_all(column, at, element.items());
  if (column.layout->kind == ColumnKind::Sum) return store_fields(fields_at(column, at), element.items());
  if (column.data)
    with_element(column.layout->element,
                 [&](auto t) { column.data->as<decltype(t)>()[at] = unboxed<decltype(t)>(element); });
}

/// Returns x with `element` as its element `at` in row-major order, in a column of its own.
Array replaced(Machine& m, const Array& x, int64_t at, const Value& element) {
  ColumnBuilder out(x.layout(), x.count());
  append(m, out, x, 0, at);
  out.push(element);
  append(m, out, x, at + 1, x.count());
  return Array(out.finish(), 0, x.dimensions());
}

} // namespace

void store_element(Machine& m, Value& vector, const Value& index, const Value& element) {
  const Array& x = vector.array();
  const int64_t at = position(x, index);
  if (vector.unique() && can_store(x.column_ref(), x.begin() + at, element))
    store(x.column(), x.begin() + at, element);
  else
    vector = Value::vector(replaced(m, x, at, element));
}

Value put(Machine& m, const Core&, Args args) {
  store_element(m, args[2], args[0], args[1]);
  return std::move(args[2]);
}

} // namespace nova::arrays
