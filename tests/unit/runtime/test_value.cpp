// Values: what depth, memory and the four comparisons do.
#include "runtime/array.hpp"
#include "runtime/fault.hpp"
#include <array>
#include <cmath>
#include <doctest/doctest.h>
#include <limits>
#include <thread>

using namespace nova;

namespace {

constexpr double NaN = std::numeric_limits<double>::quiet_NaN();

Value pair(Value a, Value b) {
  std::array items{std::move(a), std::move(b)};
  return Value::tuple(items);
}
Value node(uint32_t constructor, Value a, Value b) {
  std::array fields{std::move(a), std::move(b)};
  return Value::sum(constructor, fields);
}
/// (Cons n (Cons n-1 ... Nil))
Value list(int64_t n) {
  Value l = Value::sum(1);
  for (int64_t i = 0; i < n; ++i) l = node(0, Value::of(i), std::move(l));
  return l;
}
/// A spine that descends on the left.
Value left_spine(int64_t n) {
  Value t = Value::sum(1);
  for (int64_t i = 0; i < n; ++i) t = node(0, std::move(t), Value::of(i));
  return t;
}
template <class T> Array numbers(Layouts& l, Element e, std::initializer_list<T> xs) {
  PrimitiveFill fill(l.primitive(e), static_cast<int64_t>(xs.size()));
  std::copy(xs.begin(), xs.end(), fill.as<T>());
  return Array(fill.finish());
}
Value doubles(Layouts& l, std::initializer_list<double> xs) {
  return Value::vector(numbers(l, Element::F64, xs));
}

} // namespace

TEST_CASE("integers wrap to their element") {
  CHECK(Value::integer(Element::I8, 200).as_int() == -56);
  CHECK(Value::integer(Element::U8, -1).as_int() == 255);
  CHECK(Value::integer(Element::Bool, 7).as_int() == 1);
  CHECK(Value::integer(Element::I32, int64_t{1} << 32).as_int() == 0);
}

TEST_CASE("cells share, and are freed with their last reference") {
  const uint64_t before = Memory::used();
  {
    Value p = pair(Value::of(int64_t{1}), Value::of(2.5));
    CHECK(p.unique());
    Value q = p;
    CHECK_FALSE(p.unique());
    CHECK(q.items()[1].as_double() == 2.5);
    int code = 0;
    std::array captured{p};
    const Value f = Value::function(&code, captured);
    CHECK(f.code() == &code);
    CHECK(f.items()[0].items()[0].as_int() == 1);
    CHECK(Value::function(&code, {}).items().empty());
    CHECK(Value::sum(3).constructor() == 3);
    std::vector<Value> many(1000, p);
    CHECK(Value::tuple(many).items().size() == 1000);
  }
  CHECK(Memory::used() - before <= 1 << 20);
}

TEST_CASE("deep values are freed without recursion") {
  { const Value l = list(10'000'000); }
  { const Value t = left_spine(1'000'000); }
  // A tree through vectors: each node is a vector of one node, boxed.
  Layouts layouts;
  Value t = Value::sum(1);
  for (int i = 0; i < 1'000'000; ++i) {
    ColumnBuilder b(layouts.boxed(), 1);
    b.push(t);
    std::array field{Value::vector(Array(b.finish()))};
    t = Value::sum(0, field);
  }
  t = Value();
  CHECK(t.tag() == Tag::Unit);
}

TEST_CASE("values pass from a thread that has ended to another") {
  const uint64_t before = Memory::used();
  Value first, second;
  std::thread([&] { first = list(300'000); }).join();
  std::thread([&] { second = list(300'000), first = Value(); }).join();
  const Value third = list(300'000);
  CHECK(equal(second, third));
  second = Value();
  CHECK(Memory::used() - before <= 20 << 20);
}

TEST_CASE("memory of a dead list is free for others") {
  const uint64_t before = Memory::used();
  {
    const Value l = list(1'000'000);
    CHECK(Memory::used() - before >= 38'000'000);
    CHECK(Memory::used() - before <= 44'000'000 + (4 << 20));
  }
  CHECK(Memory::used() - before <= 8 << 20);
}

TEST_CASE("the limit is a fault that names the sizes, and nothing is lost") {
  const uint64_t before = Memory::used();
  Memory::set_limit(before + (64 << 20));
  try {
    list(100'000'000);
    FAIL("no fault");
  } catch (const Fault& f) {
    CHECK(f.code == "E0601");
    CHECK(f.args.size() == 3);
  }
  CHECK_THROWS_AS(checked_bytes(2'000'000'000'000'000'000, 8), Fault);
  CHECK_THROWS_AS(Buffer(65 << 20), Fault);
  Memory::set_limit(UINT64_MAX);
  CHECK(Memory::used() - before <= 8 << 20);
}

TEST_CASE("equal is structural, NaN differs, zeros agree") {
  Layouts l;
  CHECK(equal(pair(Value::of(int64_t{1}), Value::of(0.0)), pair(Value::of(int64_t{1}), Value::of(-0.0))));
  CHECK_FALSE(equal(Value::of(NaN), Value::of(NaN)));
  CHECK(equal(doubles(l, {1, 2}), doubles(l, {1, 2})));
  CHECK_FALSE(equal(doubles(l, {1, 2}), doubles(l, {1, 2, 3})));
  CHECK_FALSE(equal(doubles(l, {1, NaN}), doubles(l, {1, NaN})));
  CHECK_FALSE(equal(Value::sum(0), Value::sum(1)));
  CHECK(equal(list(1'000'000), list(1'000'000)));
  CHECK(equal(left_spine(1'000'000), left_spine(1'000'000)));
  CHECK_FALSE(equal(list(5), list(6)));
  const Array m = numbers<int64_t>(l, Element::I64, {1, 2, 3, 4, 5, 6});
  CHECK(equal(Value::vector(m.shaped({2, 3})), Value::vector(m.shaped({2, 3}))));
  CHECK_FALSE(equal(Value::vector(m.shaped({2, 3})), Value::vector(m.shaped({3, 2}))));
  int code = 0;
  CHECK_THROWS_AS(equal(Value::function(&code, {}), Value::function(&code, {})), Fault);
}

TEST_CASE("the orders are lexicographic; NaN is last in the total one and decides nothing in the other") {
  Layouts l;
  CHECK(less(doubles(l, {1, 2}), doubles(l, {1, 2, 0})));
  CHECK(less(doubles(l, {}), doubles(l, {-1})));
  CHECK_FALSE(less(doubles(l, {1, NaN}), doubles(l, {1, 5})));
  CHECK_FALSE(less(doubles(l, {1, 5}), doubles(l, {1, NaN})));
  CHECK(less(doubles(l, {1, NaN}), doubles(l, {2, NaN})));
  CHECK(compare_total(Value::of(NaN), Value::of(1.0)) > 0);
  CHECK(compare_total(Value::of(NaN), Value::of(-NaN)) == 0);
  CHECK(compare_total(Value::of(0.0), Value::of(-0.0)) == 0);
  CHECK(compare_total(doubles(l, {NaN, 1}), doubles(l, {NaN, 2})) < 0);
  CHECK(compare_total(pair(Value::of(int64_t{1}), Value::of_char('b')),
                      pair(Value::of(int64_t{1}), Value::of_char('a'))) > 0);
  CHECK(compare_total(Value::of_char(200), Value::of_char(100)) > 0);
  // n-dimensional ones compare as the nested vectors would.
  const Array m = numbers<int64_t>(l, Element::I64, {1, 2, 3, 4, 5, 6});
  const auto shaped = [&](int64_t rows, int64_t columns) { return Value::vector(m.shaped({rows, columns})); };
  CHECK(less(shaped(3, 2), shaped(2, 3)));
  CHECK(less(shaped(1, 3), shaped(2, 3)));
  CHECK(compare_total(shaped(2, 3), shaped(2, 3)) == 0);
}

TEST_CASE("tuples in columns compare element by element") {
  Layouts l;
  const Layout* t = l.tuple({l.primitive(Element::I64), l.primitive(Element::F64)});
  auto column = [&](std::initializer_list<std::pair<int64_t, double>> xs) {
    ColumnBuilder b(t);
    for (const auto& [i, d] : xs) b.push(pair(Value::of(i), Value::of(d)));
    return Value::vector(Array(b.finish()));
  };
  // By columns the first fields (1 3) < (1 4) would decide; by elements the second fields 9 > 2 do.
  CHECK_FALSE(less(column({{1, 9}, {3, 0}}), column({{1, 2}, {4, 0}})));
  CHECK(less(column({{1, 2}, {4, 0}}), column({{1, 9}, {3, 0}})));
  CHECK(equal(column({{1, 2}, {4, 0}}), column({{1, 2}, {4, 0}})));
  CHECK_FALSE(equal(column({{1, 2}, {4, 0}}), column({{1, 2}, {4, 1}})));
}

TEST_CASE("same_bits sees zeros' signs and one NaN only") {
  Layouts l;
  CHECK(same_bits(Value::of(NaN), Value::of(-NaN)));
  CHECK_FALSE(same_bits(Value::of(0.0), Value::of(-0.0)));
  CHECK(same_bits(doubles(l, {NaN, 1}), doubles(l, {-NaN, 1})));
  CHECK_FALSE(same_bits(doubles(l, {0.0, 1}), doubles(l, {-0.0, 1})));
  CHECK_FALSE(same_bits(Value::of(1.0f), Value::of(2.0f)));
  int code = 0;
  CHECK(same_bits(Value::function(&code, {}), Value::function(&code, {})));
}

TEST_CASE("what is exponentially large as a tree is compared once for each part") {
  Value a = Value::of(int64_t{1}), b = Value::of(int64_t{1}), nan = Value::of(NaN);
  for (int k = 0; k < 100; ++k) a = pair(a, a), b = pair(b, b), nan = pair(nan, nan);
  CHECK(equal(a, a));
  CHECK(equal(a, b));
  CHECK_FALSE(less(a, b));
  CHECK(compare_total(a, b) == 0);
  CHECK(same_bits(a, b));
  CHECK(same_bits(nan, nan));
  CHECK_FALSE(equal(nan, nan));
}

TEST_CASE("a tuple of too many columns is boxed, and its columns are zipped all the same") {
  Layouts l;
  const Layout* t = l.primitive(Element::I64);
  while (t->kind != ColumnKind::Boxed) t = l.tuple({t, t});
  std::vector<ColumnRef> fields(2, numbers<int64_t>(l, Element::I64, {1, 2, 3}).column_ref());
  const Array zipped(zip_columns(t, fields));
  CHECK(zipped.length() == 3);
  CHECK(equal(zipped.at(2), pair(Value::of(int64_t{3}), Value::of(int64_t{3}))));
}
