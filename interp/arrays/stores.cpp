// Vectors with one element replaced: put, and `set!` of an element.
#include "interp/arrays/arrays.hpp"
#include "interp/arrays/elements.hpp"

namespace nova::arrays {
namespace {

/// Whether elements of the column can be stored in place: they are numbers, bools or chars, or tuples of such, and
/// nothing else refers to the column or a buffer of it.
bool is_own(const ColumnRef& column) {
  if (column.use_count() != 1) return false;
  if (column->layout->kind == ColumnKind::Tuple) return std::ranges::all_of(column->children, is_own);
  if (column->layout->kind != ColumnKind::Primitive) return false;
  const BufferRef& data = column->data;
  return !data || (data.use_count() == 1 && !data->is_away() && !data->mirror());
}

/// Stores `element` as element `at` of a column that is_own.
void store(const Column& column, int64_t at, const Value& element) {
  if (column.layout->kind == ColumnKind::Tuple) {
    for (size_t k = 0; k < column.children.size(); ++k) store(*column.children[k], at, element.items()[k]);
    return;
  }
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
  if (vector.unique() && is_own(x.column_ref()))
    store(x.column(), x.begin() + at, element);
  else
    vector = Value::vector(replaced(m, x, at, element));
}

Value put(Machine& m, const Core&, Args args) {
  store_element(m, args[2], args[0], args[1]);
  return std::move(args[2]);
}

} // namespace nova::arrays
