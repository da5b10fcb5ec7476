#include "interp/arrays/file_shapes.hpp"
#include "frontend/core/moments.hpp"
#include "interp/arrays/elements.hpp"
#include "runtime/io/describe.hpp"

namespace nova::arrays {

namespace {

using Dimensions = std::span<const int64_t>;

int64_t product(Dimensions dims) {
  int64_t n = 1;
  for (int64_t d : dims) n *= d;
  return n;
}

/// Returns a column of `count` elements of type t. `dims` has the dimensions of one element, those of its nested
/// vectors included. `flat` has the innermost elements in row-major order, or the texts that they make up.
ColumnRef nested(Machine& m, TypeId t, ColumnRef flat, int64_t count, Dimensions dims) {
  Types& types = m.frontend.types;
  if (flat->layout == m.layout(t)) return flat;
  const uint32_t rank = types.rank_of(types.resolve(t));
  const Dimensions own = dims.first(rank);
  const int64_t size = product(own);
  ColumnRef below = nested(m, types.element_of(t), std::move(flat), count * size, dims.subspan(rank));
  Indices offsets(count + 1), own_dims(rank > 1 ? count * rank : 0);
  Polling poll(m);
  for (int64_t k = 0; k <= count; ++k, poll()) offsets[k] = k * size;
  for (int64_t k = 0; rank > 1 && k < count * rank; ++k, poll()) own_dims[k] = own[size_t(k % rank)];
  return rows_column(m.layout(t), std::move(below), offsets.buffer(), rank > 1 ? own_dims.buffer() : nullptr);
}

} // namespace

std::vector<int64_t> common_dimensions(const char* builtin, const Array& x, uint32_t rank) {
  std::vector<int64_t> dims(rank, 0);
  for (int64_t k = 0; k < x.count(); ++k) {
    const Value row = x.at(k);
    if (k == 0)
      dims = row.array().dimensions();
    else if (row.array().dimensions() != dims) {
      const Value first = x.at(0);
      fail("E0404", {builtin, text_of(0), shape_text(first.array()), text_of(k), shape_text(row.array())});
    }
  }
  return dims;
}

bool is_record(Types& types, TypeId t) {
  t = types.resolve(t);
  return types.is(t, TypeKind::Sum) && !types.is_complex(t) &&
         types.sum_type(SumId{types[t].payload}).is_record();
}

const Layout* file_layout(Machine& m, TypeId element) {
  const Layout* l = m.layout(element);
  if (!is_record(m.frontend.types, element) || !l->constructed) return l;
  return l->children.size() == 1 ? l->children[0] : m.layouts.tuple(l->children);
}

namespace {

/// Returns the same elements as records of the layout, or as what a file has for them.
Array with_layout(const Array& a, const Layout* to) {
  const Layout* from = a.layout();
  if (from == to) return a;
  const bool alone = (from->constructed ? from : to)->children.size() == 1;
  ColumnRef made;
  if (alone)
    made = from->constructed ? a.column().children[0] : zip_columns(to, {a.column_ref()});
  else
    made = zip_columns(to, a.column().children);
  return Array(std::move(made), a.begin(), a.dimensions());
}

} // namespace

std::vector<CsvName> field_names(Machine& m, TypeId t) {
  const Constructor& c = m.frontend.types.sum_type(SumId{m.frontend.types[t].payload}).constructors[0];
  std::vector<CsvName> names;
  for (size_t k = 0; k < c.names.size(); ++k)
    names.push_back(
        {std::string(m.frontend.symbols.text(c.names[k])), c.titles.empty() ? std::nullopt : c.titles[k]});
  return names;
}

CsvKind moment_kind(Machine& m, TypeId t) {
  Types& types = m.frontend.types;
  t = types.resolve(t);
  if (!types.is(t, TypeKind::Sum)) return CsvKind::Plain;
  const SumType& sum = types.sum_type(SumId{types[t].payload});
  if (sum.is_optional())
    return moment_kind(m, types.fields_at(t, sum.constructors[0].fields.empty() ? 1 : 0)[0]);
  switch (moment_of(types, m.frontend.symbols, t)) {
  case MomentKind::None: return CsvKind::Plain;
  case MomentKind::Date: return CsvKind::Date;
  case MomentKind::Datetime: return CsvKind::Datetime;
  case MomentKind::Duration: return CsvKind::Duration;
  }
  return CsvKind::Plain;
}

FileShape file_shape(Types& types, TypeId t) {
  FileShape shape{0, types.resolve(t)};
  for (; types.is(shape.element, TypeKind::Vector); shape.element = types.element_of(shape.element))
    shape.rank += types.rank_of(shape.element), shape.in_rows = types.rank_of(shape.element) == 1;
  return shape;
}

Value from_file(Machine& m, TypeId t, const Array& file) {
  Types& types = m.frontend.types;
  const TypeId element = file_shape(types, t).element;
  const Array a = is_record(types, element) ? with_layout(file, m.layout(element)) : file;
  if (a.layout() == m.layout(t)) return a.at(0);
  const std::vector<int64_t> dims = a.dimensions();
  const uint32_t rank = types.rank_of(types.resolve(t));
  const Dimensions own = Dimensions(dims).first(rank);
  ColumnRef elements =
      nested(m, types.element_of(t), whole_column(m, a), product(own), Dimensions(dims).subspan(rank));
  return Value::vector(Array(std::move(elements), 0, {own.begin(), own.end()}));
}

Array to_file(Machine& m, const char* builtin, TypeId t, const Value& v) {
  Types& types = m.frontend.types;
  if (!types.is(t, TypeKind::Vector)) {
    ColumnBuilder one(m.layout(t));
    one.push(v);
    return with_layout(Array(one.finish()), file_layout(m, t));
  }
  Array x = v.array();
  std::vector<int64_t> dims = x.dimensions();
  for (t = types.element_of(t); types.is(t, TypeKind::Vector) && !is_text(x.layout());
       t = types.element_of(t)) {
    const std::vector<int64_t> own = common_dimensions(builtin, x, types.rank_of(t));
    dims.insert(dims.end(), own.begin(), own.end());
    x = nova::flatten(x);
  }
  return with_layout(x, is_record(types, t) ? file_layout(m, t) : x.layout()).shaped(dims);
}

} // namespace nova::arrays
