// What transcripts cannot see of the array built-ins: how types are stored, deep and large values on their
// way to text, and arrays at the border to files.
#include "interp/arrays/file_shapes.hpp"
#include "interp/arrays/order.hpp"
#include <doctest/doctest.h>
#include <functional>

using namespace nova;

namespace {

struct Room {
  Frontend f;
  Machine m{f, {}};
  Types& types = f.types;
  TypeId integer = types.prim(Element::I64);
  TypeId tuple(std::vector<TypeId> items) { return types.tuple(items); }
  Value ints(std::vector<int64_t> xs) {
    ColumnBuilder b(m.layouts.primitive(Element::I64));
    for (int64_t x : xs) b.push(Value::of(x));
    return Value::vector(Array(b.finish()));
  }
  Value call(BuiltinId id, TypeId result, std::vector<Value> args) {
    Core node;
    node.kind = CoreKind::Primitive, node.builtin = id, node.type = result;
    return array_builtin(id)(m, node, args);
  }
  std::string fault(std::function<void()> f) {
    try {
      f();
    } catch (const Fault& fault) {
      std::string text = fault.code;
      for (const std::string& a : fault.args) text += " " + a;
      return text;
    }
    return "none";
  }
  std::string print(const Value& v, TypeId t, bool abbreviate = false) {
    return print_value(v, t, types, f.symbols, abbreviate);
  }
  /// (List int): Nil, or Cons of an int and a List.
  TypeId list_type() {
    SumType s;
    s.name = f.symbols.intern("List");
    s.recursive = true;
    s.constructors.resize(2);
    s.constructors[0].name = f.symbols.intern("Nil"), s.constructors[1].name = f.symbols.intern("Cons");
    const SumId id = types.add_sum(std::move(s));
    const TypeId list = types.sum(id);
    types.sum_type(id).constructors[1].fields = {integer, list};
    return list;
  }
};

} // namespace

TEST_CASE("layouts: columns for tuples, rows and sums; boxes for functions and recursive sums") {
  Room r;
  const Layout* i64 = r.m.layouts.primitive(Element::I64);
  CHECK(r.m.layout(r.integer) == i64);
  CHECK(r.m.layout(r.tuple({r.integer, r.integer})) == r.m.layouts.tuple({i64, i64}));
  CHECK(r.m.layout(r.types.vector(r.types.rank(2), r.integer)) == r.m.layouts.rows(i64, 2));
  CHECK(r.m.layout(r.types.fun(r.integer, r.integer)) == r.m.layouts.boxed());
  CHECK(r.m.layout(r.list_type()) == r.m.layouts.boxed());
  SumType maybe;
  maybe.constructors.resize(3);
  maybe.constructors[1].fields = {r.integer};
  maybe.constructors[2].fields = {r.integer, r.integer};
  const Layout* unit = r.m.layouts.primitive(Element::Unit);
  const Layout* pair = r.m.layouts.tuple({i64, i64});
  CHECK(r.m.layout(r.types.sum(r.types.add_sum(std::move(maybe)))) ==
        r.m.layouts.sum({unit, i64, pair}, {0, 1, 2}));
}

TEST_CASE("a list a million deep prints without recursion") {
  Room r;
  const TypeId list = r.list_type();
  Value v = Value::sum(0);
  constexpr int deep = 1000000;
  for (int k = 0; k < deep; ++k) {
    Value fields[] = {Value::of(int64_t{k % 10}), std::move(v)};
    v = Value::sum(1, fields);
  }
  const std::string text = r.print(v, list);
  CHECK(text.starts_with("(Cons 9 (Cons 8 "));
  CHECK(text.size() == deep * std::string("(Cons 9 )").size() + std::string("(Nil)").size());
}

TEST_CASE("a large value is written in pieces") {
  Room r;
  const Value v = r.call(BuiltinId::Iota, r.types.vector(r.integer), {Value::of(int64_t{200000})});
  size_t largest = 0, total = 0;
  write_value(v, r.types.vector(r.integer), r.types, r.f.symbols, false, [&](std::string_view piece) {
    largest = std::max(largest, piece.size()), total += piece.size();
  });
  CHECK(total == 1288891);
  CHECK(largest < 70000);
  CHECK(r.print(v, r.types.vector(r.integer), true) == "[0 1 2 ... 199997 199998 199999]");
}

TEST_CASE("nested vectors and files' dimensions") {
  Room r;
  const TypeId line = r.types.vector(r.integer), nested = r.types.vector(line);
  const TypeId planes = r.types.vector(r.types.vector(r.types.rank(2), r.integer));
  CHECK(arrays::file_shape(r.types, r.integer).rank == 0);
  CHECK(arrays::file_shape(r.types, planes).rank == 3);
  CHECK(arrays::file_shape(r.types, planes).element == r.integer);
  const Array flat = r.ints({1, 2, 3, 4, 5, 6, 7, 8}).array();
  const Value v = arrays::from_file(r.m, nested, flat.shaped({4, 2}));
  CHECK(r.print(v, nested) == "[[1 2] [3 4] [5 6] [7 8]]");
  CHECK(arrays::to_file(r.m, "write-npy", nested, v).dimensions() == std::vector<int64_t>{4, 2});
  const Value p = arrays::from_file(r.m, planes, flat.shaped({2, 2, 2}));
  CHECK(r.print(p, planes) == "[[[1 2] [3 4]] [[5 6] [7 8]]]");
  CHECK(arrays::to_file(r.m, "write-npy", planes, p).dimensions() == std::vector<int64_t>{2, 2, 2});
  CHECK(arrays::from_file(r.m, r.integer, flat.shaped({})).as_int() == 1);
  const Value ragged = r.call(BuiltinId::Unflatten, nested, {r.ints({1, 2}), r.ints({1, 2, 3})});
  CHECK(r.fault([&] { arrays::to_file(r.m, "write-npy", nested, ragged); }) == "E0404 write-npy 0 1 1 2");
}

TEST_CASE("radix sort agrees with comparison, stable, at every element type") {
  Room r;
  for (int e = 0; e < element_count - 1; ++e) {
    const auto element = static_cast<Element>(e);
    const Layout* layout = r.m.layouts.primitive(element);
    PrimitiveFill fill(layout, 3000);
    uint64_t state = 88172645463325252u;
    with_element(element, [&](auto t) {
      for (int k = 0; k < 3000; ++k) {
        state ^= state << 13, state ^= state >> 7, state ^= state << 17;
        const int64_t n = element == Element::Bool ? int64_t(state % 2) : static_cast<int64_t>(state) % 1000;
        fill.as<decltype(t)>()[k] = static_cast<decltype(t)>(n);
      }
    });
    const Array x(fill.finish()), sorted(arrays::sorted_primitives(r.m, x));
    arrays::Indices order = arrays::ascending(r.m, x);
    bool ascending = true, stable = true, same = true;
    for (int64_t k = 0; k < 3000; ++k) same &= compare_total(sorted.at(k), x.at(order[k])) == 0;
    for (int64_t k = 1; k < 3000; ++k) {
      const int c = compare_total(x.at(order[k - 1]), x.at(order[k]));
      ascending &= c <= 0, stable &= c != 0 || order[k - 1] < order[k];
    }
    CHECK(ascending);
    CHECK(stable);
    CHECK(same);
  }
}

TEST_CASE("faults carry the offending numbers") {
  Room r;
  const TypeId line = r.types.vector(r.integer);
  auto fails = [&](BuiltinId id, std::vector<Value> args) {
    return r.fault([&] { r.call(id, line, args); });
  };
  CHECK(fails(BuiltinId::Permute, {r.ints({0, 1, 1}), r.ints({7, 8, 9})}) == "E0406 1 1 2");
  CHECK(fails(BuiltinId::Gather, {r.ints({0, 3}), r.ints({7, 8, 9})}) ==
        "E0402 3, element 1 of the indices, 3");
  CHECK(fails(BuiltinId::Scatter, {r.ints({0}), r.ints({0, 0}), r.ints({7})}) ==
        "E0401 scatter argument 2 2 argument 3 1");
  CHECK(fails(BuiltinId::Iota, {Value::of(int64_t{1000000000000000000})}).starts_with("E0601 "));
  CHECK(fails(BuiltinId::Slice, {Value::of(int64_t{5}), Value::of(int64_t{-2}), Value::of(int64_t{-9}),
                                 r.ints({1, 2, 3, 4, 5, 6})}) == "E0410 5 -2 -9 -1 6");
}
