// The type store: interning, variables, substitution, printing.
#include "frontend/core/types.hpp"
#include "frontend/infer/unify.hpp"
#include <doctest/doctest.h>

using namespace nova;

namespace {

struct Store {
  Types types;
  Symbols symbols;
  TypeId i = types.prim(Element::I64), f = types.prim(Element::F32), b = types.prim(Element::Bool);
  TypeId tuple(std::vector<TypeId> items) { return types.tuple(items); }
  std::string print(TypeId t) { return types.print(t, symbols); }
};

} // namespace

TEST_CASE("types: equal concrete types are one") {
  Store s;
  CHECK(s.tuple({s.i, s.f}) == s.tuple({s.i, s.f}));
  CHECK(s.tuple({s.i, s.f}) != s.tuple({s.f, s.i}));
  CHECK(s.types.vector(s.tuple({s.i, s.f})) == s.types.vector(s.tuple({s.i, s.f})));
  CHECK(s.types.vector(s.types.rank(2), s.i) != s.types.vector(s.i));
  CHECK(s.types.fun(s.i, s.b) == s.types.fun(s.i, s.b));
  CHECK(s.types.string() == s.types.vector(s.types.prim(Element::Char)));
}

TEST_CASE("types: variables are followed, and types over bound ones can be interned") {
  Store s;
  const TypeId v = s.types.fresh(1), w = s.types.fresh(1);
  const TypeId open = s.tuple({v, w});
  CHECK_FALSE(s.types.is_concrete(open));
  s.types.variable(v).bound = true, s.types.variable(v).binding = w;
  s.types.variable(w).bound = true, s.types.variable(w).binding = s.i;
  CHECK(s.types.resolve(v) == s.i);
  CHECK(s.types.is_concrete(open));
  CHECK(s.types.substitute(open, {}, {}) == s.tuple({s.i, s.i}));
}

TEST_CASE("types: substitution replaces variables and interns") {
  Store s;
  const TypeId v = s.types.fresh(1), w = s.types.fresh(1);
  const TypeId t = s.types.fun(s.types.vector(v), s.types.fun(w, v));
  const TypeId from[] = {v, w}, to[] = {s.i, s.b};
  CHECK(s.types.substitute(t, from, to) == s.types.fun(s.types.vector(s.i), s.types.fun(s.b, s.i)));
  CHECK(s.types.substitute(t, {}, {}) != s.types.substitute(t, from, to));
}

TEST_CASE("types: what is exponentially large as a tree is walked once") {
  Store s;
  const TypeId v = s.types.fresh(1);
  TypeId t = v;
  for (int k = 0; k < 200; ++k) t = s.tuple({t, t});
  const TypeId concrete = s.types.substitute(t, std::span(&v, 1), std::span(&s.i, 1));
  CHECK(s.types.is_concrete(concrete));
  CHECK_FALSE(s.types.is_concrete(t));
  CHECK(s.print(t).size() < 10'000);
}

TEST_CASE("types: printing") {
  Store s;
  const TypeId v = s.types.fresh(1), w = s.types.fresh(1);
  CHECK(s.print(s.types.vector(s.tuple({s.i, s.f}))) == "vector (int, float)");
  CHECK(s.print(s.types.fun(s.i, s.types.vector(v))) == "int -> vector 'a");
  CHECK(s.print(s.types.fun(s.types.fun(v, w), s.types.fun(w, v))) == "('a -> 'b) -> 'b -> 'a");
  CHECK(s.print(s.types.vector(s.types.fun(s.i, s.i))) == "vector (int -> int)");
  CHECK(s.print(s.types.vector(s.types.vector(s.i))) == "vector vector int");
  CHECK(s.print(s.types.vector(s.types.rank(2), s.b)) == "vector#2 bool");
  SumType maybe;
  maybe.name = s.symbols.intern("Maybe");
  maybe.parameters = {s.types.fresh(0)};
  maybe.constructors = {{s.symbols.intern("Some"), {}, {maybe.parameters[0]}, false}};
  const SumId id = s.types.add_sum(maybe);
  const TypeId argument = s.types.vector(s.i);
  CHECK(s.print(s.types.sum(id, std::span(&s.i, 1))) == "(Maybe int)");
  CHECK(s.print(s.types.sum(id, std::span(&argument, 1))) == "(Maybe (vector int))");
  CHECK(s.types.fields_at(id, 0, std::span(&argument, 1)) == std::vector{argument});
}

TEST_CASE("types: unification binds, keeps classes, and refuses circles") {
  Store s;
  Effects effects;
  TypeWork work;
  Unifier u(s.types, effects, work);
  const TypeId v = s.types.fresh(1, Num), w = s.types.fresh(1, Ord), x = s.types.fresh(1);
  CHECK_FALSE(u.unify(v, w));
  CHECK(s.types.variable(s.types.resolve(v)).classes == (Num | Ord));
  CHECK(u.unify(w, s.b).kind == UnifyFailure::Class);
  CHECK_FALSE(u.unify(w, s.f));
  CHECK(s.types.resolve(v) == s.f);
  CHECK(u.unify(x, s.types.vector(x)).kind == UnifyFailure::Infinite);
  CHECK(u.unify(s.i, s.b).kind == UnifyFailure::Mismatch);
  CHECK(u.may_equal(x, s.types.vector(s.i)));
  CHECK_FALSE(u.may_equal(x, s.types.vector(x)));
  CHECK(s.types.resolve(x) == x);
}

TEST_CASE("types: what is exponentially large as a tree is unified in as many steps as it has nodes") {
  Store s;
  Effects effects;
  TypeWork work;
  Unifier u(s.types, effects, work);
  const TypeId v = s.types.fresh(1), w = s.types.fresh(1), x = s.types.fresh(1, Ord);
  TypeId t = v, like = w;
  for (int k = 0; k < 200; ++k) t = s.tuple({t, t}), like = s.tuple({like, like});
  CHECK(u.may_equal(t, like));
  CHECK_FALSE(u.unify(t, like));
  CHECK(s.types.resolve(v) == s.types.resolve(w));
  CHECK(u.occurs(w, t));
  CHECK_FALSE(u.occurs(x, t));
  CHECK_FALSE(u.unify(x, t)); // which has to be in Ord then
  CHECK(s.types.variable(s.types.resolve(v)).classes == Ord);
  CHECK(u.unify(v, t).kind == UnifyFailure::Infinite);
  CHECK(work.done < 10'000);
}

TEST_CASE("types: classes of compound types") {
  Store s;
  Effects effects;
  TypeWork work;
  Unifier u(s.types, effects, work);
  CHECK_FALSE(u.constrain(s.types.vector(s.tuple({s.i, s.f})), Ord | Eq | Storable));
  CHECK_FALSE(u.constrain(s.types.vector(s.b), Ord | Eq | Storable));
  CHECK(u.constrain(s.types.vector(s.b), Num));
  CHECK(u.constrain(s.types.fun(s.i, s.i), Eq));
  CHECK(u.constrain(s.types.vector(s.i), Num));
  CHECK(satisfiable(Integral | Bits | Ord));
  CHECK_FALSE(satisfiable(Fractional | Bits));
}

TEST_CASE("effects: IO flows along edges and meets bans") {
  Effects e;
  const EffectId a = e.fresh(1), b = e.fresh(1), c = e.fresh(1);
  e.flow(a, b), e.flow(b, c);
  e.forbid(c, {{}, "map"});
  CHECK(e.take_conflicts().empty());
  e.mark_io(a, {{}, "println", {}});
  CHECK(e.does_io(c));
  const auto conflicts = e.take_conflicts();
  REQUIRE(conflicts.size() == 1);
  CHECK(conflicts[0].io.name == "println");
  CHECK(conflicts[0].ban.name == "map");
}

TEST_CASE("effects: a scheme keeps what its nodes imply, each use apart") {
  Effects e;
  const EffectId outer = e.fresh(0), callback = e.fresh(1), inner = e.fresh(1), result = e.fresh(1);
  e.flow(callback, inner), e.flow(inner, result), e.flow(outer, result);
  const std::vector<EffectId> nodes{callback, result};
  const EffectScheme s = e.generalise(nodes, 0);
  const auto first = e.instantiate(s, 1, {}, "f"), second = e.instantiate(s, 1, {}, "f");
  e.mark_io(first[0], {{}, "println", {}});
  CHECK(e.does_io(first[1]));
  CHECK_FALSE(e.does_io(second[1]));
  CHECK_FALSE(e.does_io(result));
  e.mark_io(outer, {{}, "println", {}});
  CHECK(e.does_io(second[1]));
}

TEST_CASE("effects: circles become one node") {
  Effects e;
  std::vector<EffectId> ring;
  for (int i = 0; i < 100; ++i) ring.push_back(e.fresh(1));
  for (int i = 0; i < 100; ++i) e.flow(ring[static_cast<size_t>(i)], ring[static_cast<size_t>(i + 1) % 100]);
  const EffectId out = e.fresh(1);
  e.flow(ring[7], out);
  e.collapse_cycles(ring);
  CHECK(e.find(ring[3]) == e.find(ring[60]));
  CHECK(e.find(ring[3]) != e.find(out));
  e.mark_io(ring[50], {{}, "println", {}});
  CHECK(e.does_io(out));
}
