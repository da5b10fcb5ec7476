// Vectors made from numbers: range, iota, replicate.
#include "interp/arrays/arrays.hpp"
#include "interp/arrays/elements.hpp"
#include "runtime/lengths.hpp"

namespace nova::arrays {

namespace {

using Wide = __int128;

/// Returns how many of the numbers b, b + s, ... lie before e.
Wide range_count(Wide b, Wide e, Wide s) {
  const Wide distance = e - b;
  if ((s > 0) != (distance > 0) || distance == 0) return 0;
  return (distance + s + (s > 0 ? -1 : 1)) / s;
}

Wide wide(const Value& v) { return v.tag() == Tag::U64 ? Wide(v.bits()) : v.as_int(); }

Value counting(Machine& m, const Core& node, Wide b, Wide s, Wide count) {
  const Layout* layout = element_layout(m, node.type);
  const auto most = static_cast<uint64_t>(-1); // [a..b] may have 2^64 elements
  checked_bytes(count > most ? most : static_cast<uint64_t>(count), element_size(layout->element));
  const auto n = static_cast<int64_t>(count);
  PrimitiveFill fill(layout, n);
  Polling poll(m, n);
  with_computed_element(layout->element, [&](auto t) {
    auto* y = fill.as<decltype(t)>();
    auto next = static_cast<uint64_t>(b);
    for (int64_t k = 0; k < n; ++k, poll(), next += static_cast<uint64_t>(s))
      y[k] = static_cast<decltype(t)>(next);
  });
  return vector_of(fill.finish());
}

} // namespace

Value range(Machine& m, const Core& node, Args args) {
  const Wide b = args.size() > 1 ? wide(args[0]) : 0, e = wide(args[args.size() > 1]);
  const Wide s = args.size() > 2 ? wide(args[2]) : 1;
  if (s == 0) fail("E0408", {"range"});
  return counting(m, node, b, s, range_count(b, e, s));
}

Value range_to(Machine& m, const Core& node, Args args) {
  const Wide a = wide(args[0]), b = wide(args[1]);
  return counting(m, node, a, 1, b < a ? 0 : b - a + 1);
}

Value iota(Machine& m, const Core& node, Args args) {
  const Wide n = wide(args[0]);
  if (n < 0) fail("E0403", {"iota", text_of(args[0].as_int())});
  return counting(m, node, 0, 1, n);
}

std::vector<int64_t> dimensions(const char* builtin, const Value& dims) {
  std::vector<int64_t> all;
  for (const Value& d : dims.tag() == Tag::Tuple ? dims.items() : std::span<const Value>(&dims, 1))
    all.push_back(d.as_int());
  for (const int64_t d : all)
    if (d < 0) fail("E0403", {builtin, text_of(d)});
  return all;
}

int64_t checked_count(std::span<const int64_t> dims, const Layout* element) {
  int64_t count = 1;
  for (const int64_t d : dims) count = checked_product(count, d, element_size(element->element));
  return count;
}

/// Returns a column of n times the value.
static ColumnRef copies(Machine& m, const Layout* layout, int64_t n, const Value& value) {
  Results out(layout, n);
  const bool no_bytes = layout == m.layouts.primitive(Element::Unit);
  const int64_t size = value.tag() == Tag::Vector ? 1 + value.array().count() : 1;
  Polling poll(m, size == 1 ? n : 0);
  for (int64_t k = 0; k < n && !no_bytes; ++k, poll(size)) out.push(value);
  return out.finish();
}

Value make_array(Machine& m, const Core& node, Args args) {
  const Layout* layout = element_layout(m, node.type);
  const std::vector<int64_t> dims = dimensions("array", args[0]);
  return Value::vector(Array(copies(m, layout, checked_count(dims, layout), args[1]), 0, dims));
}

Value replicate(Machine& m, const Core& node, Args args) {
  const int64_t n = args[0].as_int();
  if (n < 0) fail("E0403", {"replicate", text_of(n)});
  return vector_of(copies(m, element_layout(m, node.type), n, args[1]));
}

} // namespace nova::arrays
