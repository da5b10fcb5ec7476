// Dispatches a call of an array built-in to the function that its row in frontend/builtins/arrays.def names. Also
// lowers force, which stores a value, and the built-ins that may stop a run: assert, check-equal and error!.
#include "jit/lower/arrays/arrays.hpp"
#include "jit/lower/calls.hpp"
#include "jit/lower/elements.hpp"
#include "jit/lower/forms.hpp"
#include "jit/lower/scalars.hpp"
#include "jit/lower/tabulate.hpp"
#include "jit/lower/values.hpp"

namespace nova::plan {

namespace {

Elements stored(Lowering& l, const Elements& e, Var n);

} // namespace

Rep lower_array(Lowering& l, const Core& c, Reps args) {
  switch (c.builtin) {
#define NOVA_BUILTIN(id, function, ...)                                                                      \
  case BuiltinId::id:                                                                                        \
    return lower_##function(l, c, args);
#include "frontend/builtins/arrays.def"
#undef NOVA_BUILTIN
  default: refuse(l.b, NoPlan::NoLowering, builtin(c.builtin).spelling);
  }
}

void check_lengths(Builder& b, std::span<const Rep> vectors, int64_t first) {
  const Vars& dims = vectors[0].dims;
  for (size_t k = 1; k < vectors.size(); ++k)
    for (size_t d = 0; d < dims.size(); ++d)
      b.check(b.equal(dims[d], vectors[k].dims[d]), "E0401", {dims[d], vectors[k].dims[d]}, [&] {
        Vars more{b.integer(first), b.integer(first + static_cast<int64_t>(k))};
        more.insert(more.end(), dims.begin(), dims.end());
        more.insert(more.end(), vectors[k].dims.begin(), vectors[k].dims.end());
        return more;
      });
}

namespace {

/// Returns the value x after copying the elements of all vectors in it to new columns.
Rep forced(Lowering& l, const Rep& x) {
  Rep r = x;
  for (Rep& item : r.items) item = forced(l, item);
  if (x.kind == Rep::Vector) r.elements = stored(l, x.elements, count(l.b, x));
  return r;
}

Elements stored(Lowering& l, const Elements& e, Var n) {
  Builder& b = l.b;
  if (is_flat(e)) {
    Stm s{.op = Op::Copy, .args = columns(e)};
    const std::vector<VarType> types = b.types_of(s.args);
    if (s.args.empty()) return e;
    s.args.insert(s.args.begin(), n);
    return moved(e, b.emit(std::move(s), types));
  }
  Elements r = e;
  if (e.kind == Elements::Tuple)
    for (Elements& item : r.items) item = stored(l, item, n);
  if (e.kind == Elements::Rows) {
    r = contiguous(l, e, n);
    const VarType ints{Element::I64, true};
    r.items[0] = stored(l, r.items[0], b.read(*r.offsets, n));
    r.offsets = b.emit({.op = Op::Copy, .args = {b.add(n, b.integer(1)), *r.offsets}}, ints);
    if (r.shape) r.shape = b.emit({.op = Op::Copy, .args = {b.mul(n, b.integer(r.rank)), *r.shape}}, ints);
  }
  return r;
}

} // namespace

Rep lower_force(Lowering& l, const Core&, Reps& args) { return forced(l, args[0]); }

/// Lowers a built-in that chooses which threads compute rows, such as rows-flat. The choice was set in
/// Builder::strategy while the argument was lowered, so only the argument's value is returned.
Rep lower_rows_strategy(Lowering&, const Core&, Reps& args) { return args[0]; }

Rep lower_assert_true(Lowering& l, const Core& c, Reps& args) {
  const Sources& sources = l.frontend.sources;
  l.b.word = sources.text(sources.user_span(c.items[0]->span));
  l.b.check(args[0].var, "E0415");
  return {};
}

Rep lower_check_equal(Lowering& l, const Core& c, Reps& args) {
  const Var same = equal(l, args[0], args[1], l.type(*c.items[0]));
  if (!l.b.texts) return l.b.check(same, "E0416"), Rep();
  const auto differs = [&] {
    const TypeId t = l.type(*c.items[0]);
    const Rep both =
        call_prelude(l, "difference-text", {short_text(l, args[0], t), short_text(l, args[1], t)});
    return l.b.check(l.b.boolean(false), "E0416", told_text(l, both)), Reps();
  };
  choose(
      l, same, TypeIds(), [] { return Reps(); }, differs);
  return {};
}

namespace {

const Datum* literal_text(const Core& error) {
  const Core& text = *error.items[0];
  return text.literal && text.literal->is(DatumKind::String) ? text.literal : nullptr;
}

} // namespace

Vars told_text(Lowering& l, const Rep& text) {
  if (!l.b.texts) return {};
  const Vars flat = flatten(l, text);
  return {flat[1], flat[0]};
}

bool needs_text(const Lowering& l, const Core& error) { return l.b.texts && !literal_text(error); }

void check_error(Lowering& l, Var ok, const Core& error, Vars text) {
  const Datum* const known = literal_text(error);
  const Span around = std::exchange(l.b.at, told_at(l, error.span));
  const std::string outer = std::exchange(l.b.word, known ? known->text : "");
  const std::string callee = std::exchange(l.b.callee, told_callee(l, error.span));
  l.b.check(ok, "E0414", std::move(text));
  l.b.at = around, l.b.word = outer, l.b.callee = callee;
}

/// Lowers error! as a check that always fails. The argument, from which the error's text is made, is lowered only in a plan
/// that tells texts: otherwise the interpreter repeats a failed run and makes the text.
Rep lower_error(Lowering& l, const Core& c, Reps& args) {
  check_error(l, l.b.boolean(false), c, args.empty() ? Vars() : told_text(l, args[0]));
  return zero(l, c.type);
}

} // namespace nova::plan
