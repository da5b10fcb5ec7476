// unstack, rows and stack: an array of several dimensions as the vector of its slices along one of them, and back.
#include "interp/arrays/arrays.hpp"
#include "interp/arrays/elements.hpp"

namespace nova::arrays {

namespace {

/// Returns the dimension k of an array of `rank` dimensions. Fails with E0428 if there is none with this number.
size_t dimension_of(const char* builtin, const Value& k, size_t rank) {
  const int64_t d = k.as_int();
  if (d < 0 || d >= static_cast<int64_t>(rank))
    fail("E0428", {builtin, text_of(d), text_of(static_cast<int64_t>(rank))});
  return static_cast<size_t>(d);
}

/// Returns the product of the dimensions from `from` on. It may wrap if the array is empty.
int64_t product_from(std::span<const int64_t> dims, size_t from) {
  uint64_t n = 1;
  for (size_t d = from; d < dims.size(); ++d) n *= static_cast<uint64_t>(dims[d]);
  return static_cast<int64_t>(n);
}

} // namespace

Value unstack(Machine& m, const Core& node, Args args) {
  const Array& x = args[1].array();
  std::vector<int64_t> dims = x.dimensions();
  const size_t k = dimension_of("unstack", args[0], dims.size());
  if (dims.size() == 1) return args[1];
  const int64_t n = dims[k], inner = product_from(dims, k + 1);
  dims.erase(dims.begin() + static_cast<std::ptrdiff_t>(k));
  const int64_t size = product_from(dims, 0);
  Array slices = x.shaped({x.count()});
  if (k > 0)
    slices = Array(gathered(m, x, x.count(), [&](int64_t at) {
      const int64_t i = at / size, q = at % size;
      return (q / inner * n + i) * inner + q % inner;
    }));
  if (dims.size() == 1) return even_rows(m, node.type, whole_column(m, slices), n, size);
  Results out(element_layout(m, node.type), n);
  Polling poll(m, n);
  for (int64_t i = 0; i < n; ++i, poll())
    out.push(Value::vector(Array(slices.column_ref(), slices.begin() + i * size, dims)));
  return vector_of(out.finish());
}

Value rows(Machine& m, const Core& node, Args args) {
  Value first[] = {Value::of(int64_t{0}), args[0]};
  return unstack(m, node, first);
}

Value stack(Machine& m, const Core&, Args args) {
  const Array& slices = args[1].array();
  const size_t k = dimension_of("stack", args[0], slices.layout()->rank + 1);
  const Array all = stacked("stack", slices);
  if (k == 0) return Value::vector(all);
  std::vector<int64_t> dims = all.dimensions();
  const int64_t n = dims[0];
  dims.erase(dims.begin());
  const int64_t size = product_from(dims, 0), inner = product_from(dims, k);
  dims.insert(dims.begin() + static_cast<std::ptrdiff_t>(k), n);
  ColumnRef moved = gathered(m, all, all.count(), [&](int64_t at) {
    const int64_t i = at / inner % n, q = at / inner / n;
    return i * size + q * inner + at % inner;
  });
  return Value::vector(Array(std::move(moved), 0, std::move(dims)));
}

} // namespace nova::arrays
