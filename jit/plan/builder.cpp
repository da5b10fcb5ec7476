#include "jit/plan/builder.hpp"
#include "runtime/lengths.hpp"
#include "runtime/watch.hpp"

namespace nova::plan {

Vars Builder::emit(Stm s, std::span<const VarType> types) {
  Watch::poll();
  s.span = at;
  if (!s.bodies.empty() && s.op != Op::If) s.strategy = strategy;
  for (const VarType& t : types) s.outs.push_back(plan.make(t));
  return out->emplace_back(std::move(s)).outs;
}

Var Builder::constant(Element e, uint64_t bits) {
  return emit({.op = Op::Constant, .element = e, .bits = bits}, {e, false});
}

Var Builder::scalar(BuiltinId id, Element operand, Element result, Vars args) {
  return emit({.op = Op::Scalar, .args = std::move(args), .builtin = id, .element = operand},
              {result, false});
}

Var Builder::read(Var column, Var i) {
  return emit({.op = Op::Read, .args = {column, i}}, {plan[column].element, false});
}

Var Builder::shift(Var column, Var by) { return emit({.op = Op::Shift, .args = {column, by}}, plan[column]); }

Vars Builder::stored(std::span<const VarType> types, std::span<const Var> outs, Var i) {
  Vars all;
  for (const VarType& t : types) {
    const Var at = read(next_of(outs), i);
    all.push_back(t.column ? shift(next_of(outs), at) : at);
  }
  return all;
}

Var Builder::iota(Var n, Var first, Var step) {
  const Var column = emit({.op = Op::Iota, .args = {n, first, step}}, {Element::I64, true});
  steps_[column] = step;
  return column;
}

std::optional<Var> Builder::step_of(Var column) const {
  const auto at = steps_.find(column);
  return at == steps_.end() ? std::nullopt : std::optional(at->second);
}

void Builder::check(Var ok, const char* code, Vars numbers) {
  numbers.insert(numbers.begin(), ok);
  plan.sites.push_back({code, at, word, callee});
  const auto site = static_cast<uint32_t>(plan.sites.size() - 1);
  emit({.op = Op::Check, .args = std::move(numbers), .site = site}, std::span<const VarType>());
}

void Builder::check_index(Var i, Var n, const char* code) {
  const Var not_below = compare(BuiltinId::LessEqual, integer(0), i);
  check(both(not_below, less(i, n)), code, {i, n});
}

void Builder::check_index_at(Var i, Var n, Var k) {
  const Var not_below = compare(BuiltinId::LessEqual, integer(0), i);
  check(both(not_below, less(i, n)), "E0402", {i, n}, [&] { return Vars{k}; });
}

void Builder::check_fits(Var n) { check(compare(BuiltinId::LessEqual, n, integer(most_elements)), "E0601"); }

void Builder::check_not_negative(Var n) {
  check(compare(BuiltinId::GreaterEqual, n, integer(0)), "E0403", {n});
}

void Builder::check_length(Var n) { check_not_negative(n), check_fits(n); }

Var Builder::length_product(Var n, Var m) {
  const Var most = calc(BuiltinId::Divide, integer(most_elements), calc(BuiltinId::Max, m, integer(1)));
  check(compare(BuiltinId::LessEqual, n, most), "E0601");
  return mul(n, m);
}

Var Builder::first_not(Var n, const std::function<Var(Var)>& is_before) {
  constexpr VarType ints[] = {{Element::I64, false}, {Element::I64, false}};
  const Vars now{index(), index()}, next{index(), index()};
  Stm search{.op = Op::Loop, .args = {integer(0), n}};
  search.bodies.push_back(body(now, [&] { return Vars{less(now[0], now[1])}; }));
  search.bodies.push_back(body(next, [&] {
    const Var middle = calc(BuiltinId::Divide, add(next[0], next[1]), integer(2));
    const auto behind = [&] { return Vars{add(middle, integer(1)), next[1]}; };
    return choose(is_before(middle), ints, behind, [&] { return Vars{next[0], middle}; });
  }));
  return emit(std::move(search), ints)[0];
}

} // namespace nova::plan
