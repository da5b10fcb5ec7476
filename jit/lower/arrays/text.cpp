// Lowers parse-int, parse-double and show. In rare cases a check fails, and the interpreter repeats the run: numbers
// with more than 17 digits, inf and nan, and characters that are not ASCII. Where no interpreter is (Builder::tells),
// functions of the prelude handle these.
#include "frontend/regex/regex.hpp"
#include "jit/lower/arrays/arrays.hpp"
#include "jit/lower/calls.hpp"
#include "jit/lower/elements.hpp"
#include "jit/lower/scalars.hpp"

namespace nova::plan {

namespace {

Var select(Builder& b, Var c, VarType t, Var then, Var otherwise) {
  return b.choose(
      c, std::span(&t, 1), [&] { return Vars{then}; }, [&] { return Vars{otherwise}; })[0];
}

/// Returns the index at which the number's digits begin, behind its sign if it has one, and a bool: whether the sign
/// is a minus.
std::pair<Var, Var> text_sign(Builder& b, const Rep& text) {
  const VarType number{Element::I64, false};
  const Var n = text.dims[0], zero = b.integer(0);
  const Var first = b.choose(
      b.less(zero, n), std::span(&number, 1),
      [&] { return Vars{as_int(b, element(b, text.elements, zero))}; }, [&] { return Vars{zero}; })[0];
  const Var minus = b.equal(first, b.integer('-')), plus = b.equal(first, b.integer('+'));
  return {b.scalar(BuiltinId::ToInt, Element::Bool, Element::I64, {b.either(minus, plus)}), minus};
}

} // namespace

namespace {

Rep call_instance(Lowering& l, const Core& f, Reps arguments) {
  Frame none;
  return call(l, closure(l, f, {}, none), std::move(arguments));
}

} // namespace

Rep call_prelude(Lowering& l, std::string_view name, Reps arguments) {
  return call_instance(l, *l.mono[l.mono.prelude_function(name)].value, std::move(arguments));
}

Rep short_text(Lowering& l, const Rep& value, TypeId t) {
  if (reaches_cell(l.types, t)) refuse(l.b, NoPlan::ShowsCells);
  const Core* const f = l.mono[l.mono.short_text_function(t)].value;
  if (!f) refuse(l.b, NoPlan::ShowsDeepType);
  return call_instance(l, *f, {value});
}

/// Lowers parse-int. The number is computed as a negative one, by subtracting digits from 0, since the least integer
/// has no positive counterpart.
Rep lower_parse_int(Lowering& l, const Core&, Reps& args) {
  Builder& b = l.b;
  constexpr int64_t tenth = INT64_MIN / 10, last_digit = 8;
  const VarType state[] = {{Element::Bool, false}, {Element::I64, false}};
  const auto [start, minus] = text_sign(b, args[0]);
  const Var digits = b.sub(args[0].dims[0], start);
  Stm s{.op = Op::Foldl, .args = {digits, b.less(b.integer(0), digits), b.integer(0)}};
  const Vars params{b.parameter(state[0]), b.parameter(state[1]), b.index()};
  s.bodies.push_back(b.body(params, [&, start = start] {
    const Var c = as_int(b, element(b, args[0].elements, b.add(start, params[2])));
    const Var d = b.sub(c, b.integer('0')), most = b.integer(tenth);
    const Var digit = b.both(b.less(b.integer(-1), d), b.less(d, b.integer(10)));
    const Var fits = b.either(b.less(most, params[1]),
                              b.both(b.equal(most, params[1]), b.less(d, b.integer(last_digit + 1))));
    return Vars{b.both(params[0], b.both(digit, fits)), b.sub(b.mul(params[1], b.integer(10)), d)};
  }));
  const Vars made = b.emit(std::move(s), state);
  const Var least = b.equal(made[1], b.integer(INT64_MIN));
  b.check(b.both(made[0], b.either(minus, b.negation(least))), "E0413", told_text(l, args[0]));
  return Rep::scalar(select(b, minus, state[1], made[1], b.sub(b.integer(0), made[1])));
}

/// Lowers parse-double, for texts of the form digits[.digits][e[sign]digits] with up to 17 digits; in a plan that tells errors, for
/// all texts.
Rep lower_parse_double(Lowering& l, const Core&, Reps& args) {
  Builder& b = l.b;
  if (b.tells) {
    const Rep made = call_prelude(l, "any-text->double", {args[0]});
    b.check(made.items[0].var, "E0413", told_text(l, args[0]));
    return made.items[1];
  }
  enum : size_t { Ok, Part, Digits, Value, Scale, Minus, Exponent, Count };
  const VarType number{Element::I64, false}, boolean{Element::Bool, false};
  const std::vector<VarType> state{boolean, number, number, number, number, boolean, number};
  const auto [start, minus] = text_sign(b, args[0]);
  const Var zero = b.integer(0), one = b.integer(1), two = b.integer(2), ten = b.integer(10);
  Stm s{.op = Op::Foldl,
        .args = {b.sub(args[0].dims[0], start), b.boolean(true), zero, zero, zero, zero, b.boolean(false),
                 zero}};
  Vars p;
  for (const VarType& t : state) p.push_back(b.parameter(t));
  const Var i = b.index();
  Vars params = p;
  params.push_back(i);
  // The state's component Part says where character i stands: 0 before the decimal point, 1 after it, 2 right after
  // `e`, 3 in the exponent behind its sign or first digit.
  s.bodies.push_back(b.body(params, [&, start = start] {
    const Var c = as_int(b, element(b, args[0].elements, b.add(start, i))), d = b.sub(c, b.integer('0'));
    const Var digit = b.both(b.less(b.integer(-1), d), b.less(d, ten));
    const Var in_value = b.both(digit, b.less(p[Part], two)),
              in_exponent = b.both(digit, b.less(one, p[Part]));
    const Var point = b.both(b.equal(c, b.integer('.')), b.equal(p[Part], zero));
    const Var e = b.both(b.either(b.equal(c, b.integer('e')), b.equal(c, b.integer('E'))),
                         b.both(b.less(p[Part], two), b.less(zero, p[Digits])));
    const Var negative = b.equal(c, b.integer('-'));
    const Var sign = b.both(b.either(negative, b.equal(c, b.integer('+'))), b.equal(p[Part], two));
    const Var small =
        b.both(b.less(p[Value], b.integer(10'000'000'000'000'000)), b.less(p[Exponent], b.integer(10'000)));
    const Var known = b.either(b.either(digit, point), b.either(e, sign));
    const Var part = select(
        b, e, number, two,
        select(b, b.either(sign, in_exponent), number, b.integer(3), select(b, point, number, one, p[Part])));
    const Var behind = b.both(in_value, b.equal(p[Part], one));
    const Var digits =
        select(b, in_value, number, b.add(p[Digits], one), select(b, e, number, b.integer(-1), p[Digits]));
    return Vars{b.both(p[Ok], b.both(known, small)),
                part,
                select(b, in_exponent, number, one, digits),
                select(b, in_value, number, b.add(b.mul(p[Value], ten), d), p[Value]),
                select(b, behind, number, b.sub(p[Scale], one), p[Scale]),
                b.either(p[Minus], b.both(sign, negative)),
                select(b, in_exponent, number, b.add(b.mul(p[Exponent], ten), d), p[Exponent])};
  }));
  const Vars made = b.emit(std::move(s), state);
  const Var exponent = select(b, made[Minus], number, b.sub(zero, made[Exponent]), made[Exponent]);
  b.check(b.both(made[Ok], b.less(zero, made[Digits])), "E0602"); // the interpreter parses all other texts
  const Var size = b.scalar(BuiltinId::FromDecimal, Element::I64, Element::F64,
                            {made[Value], b.add(exponent, made[Scale])});
  return Rep::scalar(select(b, minus, {Element::F64, false},
                            b.scalar(BuiltinId::Negate, Element::F64, Element::F64, {size}), size));
}

/// Lowers regex-table. A table, which stands for a literal pattern, is its own; the mark in it is no part of any pattern.
/// For other texts, which have another mark or none, a check fails, and the interpreter, which compiles them, repeats the run.
/// A plan without an interpreter behind it has tables alone.
Rep lower_regex_table(Lowering& l, const Core&, Reps& args) {
  Builder& b = l.b;
  if (b.tells) return args[0];
  const Var inside = b.less(b.integer(regex::least_table), args[0].dims[0]);
  b.check(inside, "E0602");
  for (const int64_t at : {0, 1, 2}) {
    const Var place =
        select(b, inside, {Element::I64, false}, b.integer(regex::table_mark_at + at), b.integer(0));
    b.check(b.equal(as_int(b, element(b, args[0].elements, place)), b.integer(0xFF)), "E0602");
  }
  return args[0];
}

/// Refuses plot: its text is made in the interpreter.
Rep lower_plot(Lowering& l, const Core& c, Reps&) {
  refuse(l.b, NoPlan::NoLowering, builtin(c.builtin).spelling);
}

/// Lowers show. Emits a check that fails for strings that are not ASCII; the interpreter, which handles UTF-8, then
/// repeats the run. A plan that tells errors has no interpreter behind it, and handles UTF-8 itself.
Rep lower_show(Lowering& l, const Core& c, Reps& args) {
  Builder& b = l.b;
  const TypeId t = l.type(*c.items[0]);
  const auto is_ascii = [&](Var i) {
    return b.less(as_int(b, element(b, args[0].elements, i)), b.integer(128));
  };
  const bool string = t == l.types.resolve(l.types.string());
  if (string && !b.tells) b.check(every(b, args[0].dims[0], is_ascii), "E0602");
  if (reaches_cell(l.types, t)) refuse(b, NoPlan::ShowsCells);
  if (string && b.tells) return call_prelude(l, "bytes->text", {args[0]});
  const Core* f = l.mono[l.mono.text_function(t)].value;
  if (!f) refuse(b, NoPlan::ShowsDeepType);
  return call_instance(l, *f, {args[0]});
}

Rep lower_display(Lowering& l, const Core& c, Reps& args) {
  const bool string = l.type(*c.items[0]) == l.types.resolve(l.types.string());
  return string ? args[0] : lower_show(l, c, args);
}

} // namespace nova::plan
