// Arrays by columns: every kind of column is built by pushes, by appends and by gathers, and must agree with
// the plain values it was built from.
#include "runtime/array.hpp"
#include "runtime/fault.hpp"
#include <array>
#include <doctest/doctest.h>
#include <numeric>
#include <random>

using namespace nova;

namespace {

/// Random values of a layout's elements, small enough to compare by hand.
class Generator {
 public:
  Generator(Layouts& layouts, uint64_t seed) : layouts_(layouts), random_(seed) {}

  Value value(const Layout* l) {
    switch (l->kind) {
    case ColumnKind::Primitive: return primitive(l->element);
    case ColumnKind::Tuple: return fields(l->children, [](auto items) { return Value::tuple(items); });
    case ColumnKind::Rows: return row(l);
    case ColumnKind::Sum: return sum(l);
    case ColumnKind::Boxed: return Value::of(static_cast<int64_t>(below(100)));
    }
    return {};
  }
  uint64_t below(uint64_t n) { return random_() % n; }

 private:
  Value primitive(Element e) {
    if (e == Element::F64) return Value::of(static_cast<double>(below(9)) / 4);
    if (e == Element::F32) return Value::of(static_cast<float>(below(9)) / 4);
    return e == Element::Unit ? Value::unit() : Value::integer(e, static_cast<int64_t>(random_()));
  }
  template <class Make> Value fields(const std::vector<const Layout*>& layouts, Make make) {
    std::vector<Value> items;
    for (const Layout* f : layouts) items.push_back(value(f));
    return make(std::span<Value>(items));
  }
  Value row(const Layout* l) {
    std::vector<int64_t> dims(l->rank);
    int64_t n = 1;
    for (int64_t& d : dims) n *= d = static_cast<int64_t>(below(4));
    ColumnBuilder b(l->children[0]);
    for (int64_t i = 0; i < n; ++i) b.push(value(l->children[0]));
    return Value::vector(Array(b.finish(), 0, dims));
  }
  Value sum(const Layout* l) {
    const auto tag = static_cast<uint32_t>(below(l->children.size()));
    const Layout* payload = l->children[tag];
    const auto make = [&](std::span<Value> items) { return Value::sum(tag, items); };
    if (l->field_counts[tag] == 0) return Value::sum(tag);
    return l->field_counts[tag] == 1 ? fields({payload}, make) : fields(payload->children, make);
  }
  Layouts& layouts_;
  std::mt19937_64 random_;
};

std::vector<const Layout*> all_layouts(Layouts& l) {
  std::vector<const Layout*> out;
  for (int e = 0; e < element_count; ++e) out.push_back(l.primitive(static_cast<Element>(e)));
  const Layout* i = l.primitive(Element::I64);
  const Layout* pair = l.tuple({i, l.primitive(Element::F32)});
  const Layout* text = l.rows(l.primitive(Element::Char), 1);
  const Layout* maybe = l.sum({i, pair, l.primitive(Element::Unit), text}, {1, 2, 0, 1});
  for (const Layout* x : {l.boxed(), pair, text, l.rows(text, 1), l.rows(i, 2), l.rows(pair, 3), maybe,
                          l.tuple({text, maybe, pair}), l.rows(maybe, 1), l.sum({maybe, l.boxed()}, {1, 1})})
    out.push_back(x);
  return out;
}

std::vector<Value> values_of(const Array& a) {
  std::vector<Value> out;
  for (int64_t i = 0; i < a.count(); ++i) out.push_back(a.at(i));
  return out;
}

void check_same(const std::vector<Value>& a, const std::vector<Value>& b) {
  REQUIRE(a.size() == b.size());
  for (size_t i = 0; i < a.size(); ++i) CHECK(same_bits(a[i], b[i]));
}

} // namespace

TEST_CASE("layouts are interned") {
  Layouts l;
  const Layout* i = l.primitive(Element::I64);
  CHECK(l.tuple({i, i}) == l.tuple({i, i}));
  CHECK(l.tuple({i, i}) != l.tuple({i, l.boxed()}));
  CHECK(l.rows(i, 1) == l.rows(i, 1));
  CHECK(l.rows(i, 1) != l.rows(i, 2));
  CHECK(l.sum({i, i}, {1, 1}) != l.tuple({i, i}));
}

TEST_CASE("columns give back what was pushed, appended, gathered and joined") {
  Layouts layouts;
  Generator g(layouts, 7);
  for (const Layout* l : all_layouts(layouts)) {
    std::vector<Value> values;
    ColumnBuilder pushed(l, 3);
    for (int i = 0; i < 60; ++i) pushed.push(values.emplace_back(g.value(l)));
    const Array a(pushed.finish());
    check_same(values_of(a), values);

    const Array window = a.window(10, 40);
    check_same(values_of(window), {values.begin() + 10, values.begin() + 40});

    ColumnBuilder appended(l);
    appended.append(window, 5, 25);
    appended.push_from(window, 29);
    appended.append(a, 3, 3);
    std::vector<Value> expected(values.begin() + 15, values.begin() + 35);
    expected.push_back(values[39]);
    check_same(values_of(Array(appended.finish())), expected);

    const std::array<int64_t, 6> indices{29, 0, 0, 7, 3, 28};
    std::vector<Value> picked;
    for (int64_t i : indices) picked.push_back(values[static_cast<size_t>(10 + i)]);
    const Array gathered(gather_column(window, indices));
    check_same(values_of(gathered), picked);

    expected = picked;
    expected.insert(expected.end(), values.begin() + 10, values.begin() + 40);
    const Array joined = concat(gathered, window);
    check_same(values_of(joined), expected);
    CHECK(equal(Value::vector(joined), Value::vector(joined)) == true);
    CHECK(same_bits(Value::vector(concat(empty_array(l), a)), Value::vector(a)));
    CHECK(empty_array(l).length() == 0);
  }
}

TEST_CASE("flatten and rows are windows") {
  Layouts layouts;
  const Layout* row = layouts.rows(layouts.primitive(Element::I64), 1);
  ColumnBuilder b(row);
  int64_t next = 0;
  for (int64_t n : {3, 0, 2, 4}) {
    PrimitiveFill fill(row->children[0], n);
    std::iota(fill.as<int64_t>(), fill.as<int64_t>() + n, next);
    next += n;
    b.push(Value::vector(Array(fill.finish())));
  }
  const Array rows(b.finish());
  const Array flat = flatten(rows.window(1, 4));
  CHECK(flat.length() == 6);
  CHECK(flat.elements<int64_t>()[0] == 3);
  CHECK(flat.data<int64_t>() == rows.at(3).array().data<int64_t>() - 2);
  CHECK(rows.at(1).array().length() == 0);
}

TEST_CASE("shapes and fields are windows") {
  Layouts layouts;
  const Layout* pair = layouts.tuple({layouts.primitive(Element::I64), layouts.primitive(Element::Char)});
  ColumnBuilder b(pair);
  for (int64_t i = 0; i < 12; ++i) {
    std::array items{Value::of(i), Value::of_char(static_cast<uint8_t>('a' + i))};
    b.push(Value::tuple(items));
  }
  const Array m = Array(b.finish()).shaped({3, 4});
  CHECK(m.length() == 3);
  CHECK(m.dimension(1) == 4);
  const Array letters = m.field(1);
  CHECK(letters.rank() == 2);
  CHECK(array_text(letters.window(4, 8)) == "efgh");
}

TEST_CASE("text") {
  Layouts layouts;
  const std::string bytes("a\0b\xff", 4);
  CHECK(array_text(text_array(layouts, bytes)) == bytes);
  CHECK(array_text(text_array(layouts, "")).empty());
}

TEST_CASE("a primitive vector costs its bytes and one per cent") {
  Layouts layouts;
  for (int64_t n : {1'000'000, 3'333'333}) {
    const uint64_t before = Memory::used();
    ColumnBuilder b(layouts.primitive(Element::F64));
    for (int64_t i = 0; i < n; ++i) b.push(Value::of(static_cast<double>(i)));
    const Array a(b.finish());
    const auto bytes = static_cast<double>(8 * n);
    CHECK(static_cast<double>(Memory::used() - before) <= bytes * 1.01);
    CHECK(static_cast<double>(footprint(a)) <= bytes * 1.01);
    CHECK(a.elements<double>()[static_cast<size_t>(n - 1)] == static_cast<double>(n - 1));
  }
}

TEST_CASE("impossible sizes are faults") {
  Layouts layouts;
  CHECK_THROWS_AS(PrimitiveFill(layouts.primitive(Element::I64), 1'000'000'000'000'000'000), Fault);
  CHECK_THROWS_AS(ColumnBuilder(layouts.primitive(Element::I64), INT64_MAX), Fault);
}
