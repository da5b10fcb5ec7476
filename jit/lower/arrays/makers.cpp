// Lowers built-ins that make vectors from numbers and from single elements: range, iota, replicate, [e ..].
#include "jit/lower/arrays/arrays.hpp"
#include "jit/lower/elements.hpp"
#include "jit/lower/function_values.hpp"
#include "jit/lower/tabulate.hpp"
#include "jit/lower/values.hpp"

namespace nova::plan {

Var steps(Builder& b, Var first, Var end, Var step) {
  const Var zero = b.integer(0), one = b.integer(1);
  const VarType ints{Element::I64, false};
  const Var up = b.less(zero, step),
            size =
                b.calc(BuiltinId::Max, step, b.scalar(BuiltinId::Negate, Element::I64, Element::I64, {step}));
  const Var distance = b.choose(
      up, std::span(&ints, 1), [&] { return Vars{b.sub(end, first)}; },
      [&] { return Vars{b.sub(first, end)}; })[0];
  const VarType boolean{Element::Bool, false};
  const Var some = b.choose(
      up, std::span(&boolean, 1), [&] { return Vars{b.less(first, end)}; },
      [&] { return Vars{b.less(end, first)}; })[0];
  const Var fits = b.both(b.less(zero, distance), b.less(zero, size));
  b.check(b.either(b.negation(some), fits), "E0601");
  return b.choose(
      some, std::span(&ints, 1),
      [&] { return Vars{b.add(b.calc(BuiltinId::Divide, b.sub(distance, one), size), one)}; },
      [&] { return Vars{zero}; })[0];
}

namespace {

/// Returns `distance`, the number of elements, or 0 if there are none. Emits a check as `steps` does. `some`: whether
/// there are any.
Var checked_count(Builder& b, Var distance, Var some) {
  const Var zero = b.integer(0), counts = b.less(zero, distance);
  b.check(b.scalar(BuiltinId::Equal, Element::Bool, Element::Bool, {some, counts}), "E0601");
  return b.calc(BuiltinId::Max, distance, zero);
}

/// Returns how many of the numbers first, first + 1, .. come before `end`.
Var unit_steps(Builder& b, Var first, Var end) {
  const Var distance = b.sub(end, first);
  return checked_count(b, distance, b.less(first, end));
}

/// Returns the n numbers first, first + step, .. as elements of the integer type `e`.
Elements counting(Builder& b, Var n, Var first, Var step, Element e) {
  Elements x;
  x.kind = Elements::Column;
  const VarType column{e, true};
  if (e == Element::I64) {
    x.column = b.iota(n, first, step);
    return x;
  }
  x.column = emit_map(b, n, std::span(&column, 1), [&](Var i) {
    return Vars{b.scalar(conversion_to(e), Element::I64, e, {b.add(first, b.mul(i, step))})};
  })[0];
  return x;
}

} // namespace

Var as_int(Builder& b, const Rep& r) {
  const Element e = b.plan[r.var].element;
  return e == Element::I64 ? r.var : b.scalar(BuiltinId::ToInt, e, Element::I64, {r.var});
}

namespace {

/// Emits the conversion of a length to an int, and returns the int. Integers above the largest int become that, which is
/// too long everywhere.
Var as_length(Builder& b, const Rep& r) {
  if (b.plan[r.var].element != Element::U64) return as_int(b, r);
  const Var most = b.constant(Element::U64, greatest_integer(Element::I64));
  return as_int(b, Rep::scalar(b.scalar(BuiltinId::Min, Element::U64, Element::U64, {r.var, most})));
}

/// Returns how many of the uint64 numbers first, first + step, .. come before `end`, or not after it if `inclusive`.
Var unsigned_count(Builder& b, Var first, Var end, Var step, bool inclusive) {
  const auto calc = [&](BuiltinId id, Var x, Var y) {
    return b.scalar(id, Element::U64, Element::U64, {x, y});
  };
  const BuiltinId before = inclusive ? BuiltinId::LessEqual : BuiltinId::Less;
  const Var zero = b.integer(0), some = b.scalar(before, Element::U64, Element::Bool, {first, end});
  Var distance = calc(BuiltinId::Subtract, end, first);
  if (!inclusive) distance = calc(BuiltinId::Subtract, distance, b.constant(Element::U64, 1));
  const Var more = as_length(b, Rep::scalar(calc(BuiltinId::Divide, distance, step)));
  const Var n = choose_int(
      b, some, [&] { return b.add(more, b.integer(1)); }, [&] { return zero; });
  b.check(b.compare(BuiltinId::GreaterEqual, n, zero), "E0601"); // the largest int plus 1 is negative
  return n;
}

} // namespace

Rep lower_range(Lowering& l, const Core& c, Reps& args) {
  Builder& b = l.b;
  const Element e = l.types.element(l.element_type(l.type(c)));
  const Var zero = b.integer(0), one = b.integer(1), end = as_length(b, args[args.size() > 1]);
  if (args.size() == 1) {
    const Var n = b.calc(BuiltinId::Max, end, zero);
    b.check_fits(n);
    return Rep::vector({n}, counting(b, n, zero, one, e));
  }
  const bool is_wide = e == Element::U64, has_step = args.size() > 2;
  const Var first = as_int(b, args[0]), step = has_step ? as_int(b, args[2]) : one;
  if (has_step) b.check(b.compare(BuiltinId::NotEqual, step, zero), "E0408");
  const Var n =
      is_wide ? unsigned_count(b, args[0].var, args[1].var, has_step ? args[2].var : b.constant(e, 1), false)
      : has_step ? steps(b, first, end, step)
                 : unit_steps(b, first, end);
  b.check_fits(n);
  return Rep::vector({n}, counting(b, n, first, step, e));
}

Rep lower_range_to(Lowering& l, const Core& c, Reps& args) {
  Builder& b = l.b;
  const Element e = l.types.element(l.element_type(l.type(c)));
  const Var first = as_int(b, args[0]), last = as_int(b, args[1]), one = b.integer(1);
  const auto counted = [&] {
    const Var distance = b.add(b.sub(last, first), one);
    return checked_count(b, distance, b.negation(b.less(last, first)));
  };
  const Var n =
      e == Element::U64 ? unsigned_count(b, args[0].var, args[1].var, b.constant(e, 1), true) : counted();
  b.check_fits(n);
  return Rep::vector({n}, counting(b, n, first, one, e));
}

Rep lower_iota(Lowering& l, const Core& c, Reps& args) {
  Builder& b = l.b;
  const Var n = as_length(b, args[0]);
  b.check_length(n);
  return Rep::vector({n},
                     counting(b, n, b.integer(0), b.integer(1), l.types.element(l.element_type(l.type(c)))));
}

std::pair<Vars, Var> checked_dimensions(Builder& b, const Rep& dims) {
  Vars all;
  for (const Rep& d : dims.kind == Rep::Tuple ? dims.items : Reps{dims}) all.push_back(d.var);
  for (const Var d : all) b.check_not_negative(d);
  Var n = all[0];
  for (size_t d = 1; d < all.size(); ++d) n = b.length_product(n, all[d]);
  b.check_fits(n);
  return {all, n};
}

/// Returns n times the value. The elements of a repeated vector are stored only once.
static Elements copies(Lowering& l, const Rep& x, Var n) {
  return x.kind == Rep::Vector ? repeated(l, x, n) : tabulate(l, n, [&](Var) { return x; });
}

Rep lower_make_array(Lowering& l, const Core&, Reps& args) {
  const auto [dims, n] = checked_dimensions(l.b, args[0]);
  return Rep::vector(dims, copies(l, args[1], n));
}

Rep lower_replicate(Lowering& l, const Core&, Reps& args) {
  const Var n = args[0].var;
  l.b.check_length(n);
  return Rep::vector({n}, copies(l, args[1], n));
}

namespace {

constexpr size_t longest_literal = 256; ///< the most elements of a vector literal that is lowered

[[noreturn]] void refuse_literal(const Builder& b) {
  refuse(b, NoPlan::LongLiteral, std::to_string(longest_literal));
}

} // namespace

Rep text(Lowering& l, std::string_view characters) {
  Builder& b = l.b;
  // A long text is refused here, before a statement is made for each character.
  if (characters.size() > longest_literal) refuse_literal(b);
  Reps all;
  for (char c : characters) all.push_back(Rep::scalar(b.constant(Element::Char, static_cast<uint8_t>(c))));
  return literal(l, all, l.types.prim(Element::Char));
}

Rep literal(Lowering& l, const Reps& items, TypeId element) {
  Builder& b = l.b;
  if (items.size() > longest_literal) refuse_literal(b);
  const Var n = b.integer(static_cast<int64_t>(items.size()));
  if (const auto named = named_functions(l, items, element)) return Rep::vector({n}, *named);
  std::vector<ValueShape> shape = shapes_of(l, {element}, {});
  for (const Rep& item : items) join(l, shape[0], item);
  if (items.empty()) {
    const Vars none = zeros(b, [&] {
      std::vector<VarType> columns;
      fresh_elements(l, shape[0], [&](VarType v) { return columns.push_back(v), Var{}; });
      return columns;
    }());
    size_t at = 0;
    return Rep::vector({n}, fresh_elements(l, shape[0], [&](VarType) { return none[at++]; }));
  }
  const std::vector<VarType> types = flat_of(l, shape[0]);
  std::vector<Vars> flat;
  for (const Rep& item : items) flat.push_back(flatten_as(l, shape, {item}));
  std::function<Vars(Var, size_t, size_t)> pick = [&](Var i, size_t first, size_t end) {
    if (end - first == 1) return flat[first];
    const size_t middle = (first + end) / 2;
    return b.choose(
        b.less(i, b.integer(static_cast<int64_t>(middle))), types, [&] { return pick(i, first, middle); },
        [&] { return pick(i, middle, end); });
  };
  return Rep::vector({n},
                     tabulate(l, n, [&](Var i) { return from_flat(l, shape, pick(i, 0, flat.size()))[0]; }));
}

} // namespace nova::plan
