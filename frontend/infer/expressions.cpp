// Inference of expressions: values, control flow, and vector literals.
#include "frontend/infer/expressions.hpp"
#include "frontend/infer/calls.hpp"
#include "frontend/infer/deferred.hpp"
#include "frontend/infer/errors/report.hpp"
#include "runtime/watch.hpp"
#include <cmath>

namespace nova {

Core* infer(Inference& in, const Expr& e, TypeId hint) {
  Watch::poll();
  if (StackGuard::exhausted()) return too_deep(in, e.span);
  if (in.work.exceeded()) return broken(in, e.span);
  // Not inlined, so that its stack frame is used only where a macro's text begins or ends.
  const auto within = [&]() __attribute__((noinline)) {
    const Diagnostics::Form form(in.f.diagnostics, e.span);
    return infer(in, e, hint);
  };
  if (in.f.diagnostics.form() != (e.span.expansion ? e.span : Span{})) return within();
  switch (e.kind) {
  case ExprKind::Literal: return infer_literal(in, e, hint);
  case ExprKind::Local: return infer_local(in, e);
  case ExprKind::Global: return infer_global(in, e);
  case ExprKind::Builtin: return builtin_value(in, e.builtin, e.span);
  case ExprKind::Constructor: return infer_constructor(in, e, hint);
  case ExprKind::Apply: return infer_apply(in, e, hint);
  case ExprKind::Tuple: return infer_tuple(in, e, hint);
  case ExprKind::Project: return infer_project(in, e);
  case ExprKind::Field: return infer_field(in, e);
  case ExprKind::With: return infer_with(in, e);
  case ExprKind::Index: return apply_builtin(in, e);
  case ExprKind::Let: return infer_let(in, e, hint);
  case ExprKind::LetRec: return infer_letrec(in, e, hint);
  case ExprKind::Lambda: return infer_lambda(in, e, hint);
  case ExprKind::Match: return infer_match(in, e, hint);
  case ExprKind::Vector: return infer_vector(in, e, hint);
  case ExprKind::Assign: return infer_assign(in, e);
  case ExprKind::Sequence: return infer_sequence(in, e, hint);
  case ExprKind::Ascribe: return infer_ascribe(in, e);
#define NOVA_NODE(Name, name, ...)                                                                           \
  case ExprKind::Name:                                                                                       \
    return infer_##name(in, e, hint);
#include "frontend/core/forms.def"
#undef NOVA_NODE
  }
  return broken(in, e.span);
}

Core* expect(Inference& in, const Expr& e, TypeId expected, const Why& why) {
  Core* c = infer(in, e, expected);
  require_equal(in, expected, c->type, e.span, why);
  return c;
}

/// Whether each type of numbers that a numeral may take has a number for it. Other data count as numerals that fit.
static bool fits_all(const Datum& d) {
  if (d.is(DatumKind::Integer)) return d.integer >= 0 && d.integer <= INT8_MAX;
  return !d.is(DatumKind::Floating) || std::abs(d.floating) <= 65504; // the largest half
}

Core* infer_literal(Inference& in, const Expr& e, TypeId hint) {
  Core* c = in.make(CoreKind::Const, literal_type(in, *e.literal, hint), e.span);
  c->literal = e.literal;
  if (!fits_all(*e.literal)) in.def.numerals.push_back(c);
  return c;
}

static TypeId numeral_type(Inference& in, Classes classes, TypeId hint) {
  hint = in.resolve(hint);
  if (in.is(hint, TypeKind::Prim) && (classes_of(in.f.types.element(hint)) & classes) == classes) return hint;
  if (in.is(hint, TypeKind::Var) && !in.unifier.constrain(hint, classes)) return hint;
  return in.fresh(classes);
}

/// Returns the type of an integer literal without suffix. One above the largest int is a uint64 or a floating number,
/// unless a type is asked for that does not hold it, which check_numerals reports.
static TypeId integer_type(Inference& in, const Datum& d, TypeId hint) {
  const bool wide = d.element == Element::U64, asked = in.is(in.resolve(hint), TypeKind::Prim);
  return numeral_type(in, wide && !asked ? Num | Wide : Num, hint);
}

TypeId literal_type(Inference& in, const Datum& d, TypeId hint) {
  switch (d.kind) {
  case DatumKind::Boolean: return in.prim(Element::Bool);
  case DatumKind::Character: return in.prim(Element::Char);
  case DatumKind::String: return in.f.types.string();
  case DatumKind::Integer: return d.suffixed ? in.prim(d.element) : integer_type(in, d, hint);
  case DatumKind::Floating: return d.suffixed ? in.prim(d.element) : numeral_type(in, Fractional, hint);
  default: return in.prim(Element::Unit);
  }
}

Core* infer_local(Inference& in, const Expr& e) {
  Core* c = in.local_use(e.var, no_type, e.span);
  const LocalInfo info = in.local_info(e.var);
  if (info.poly)
    c->type = in.schemes.instantiate(in.polys[info.poly], in.def.level, e.span, name_of(in, e), c->instance);
  else
    c->type = info.type == no_type ? in.fresh() : info.type;
  if (info.open) in.def.open_uses.push_back(c);
  return c;
}

Core* infer_global(Inference& in, const Expr& e) {
  Core* c = in.make(CoreKind::Global, no_type, e.span);
  c->global = e.global;
  const GlobalInfo& g = in.global_info(e.global);
  if (g.state == CheckState::Checked)
    c->type = in.schemes.instantiate(g.poly, in.def.level, e.span, name_of(in, e), c->instance);
  else if (g.state == CheckState::Open)
    c->type = g.type, in.def.open_uses.push_back(c);
  else
    c->type = in.fresh(), in.def.poisoned = true;
  return c;
}

Core* infer_constructor(Inference& in, const Expr& e, TypeId hint) {
  const auto which = choose_constructor(in, {e.decl, e.number}, hint, e.span);
  if (!which) return broken(in, e.span);
  const auto [fields, type] =
      in.schemes.constructor_at(in.reader.sum(which->type), which->number, in.def.level);
  Core* c = in.make(CoreKind::Constructor, type, e.span);
  c->number = which->number;
  if (!fields.empty()) c->type = fun_type(in, fields, type, in.effects.fresh(in.def.level));
  return c;
}

Core* infer_tuple(Inference& in, const Expr& e, TypeId hint) {
  hint = in.resolve(hint);
  const bool fits = in.is(hint, TypeKind::Tuple) && in.f.types[hint].count == e.items.size();
  Core* c = in.make(CoreKind::Tuple, no_type, e.span);
  std::vector<TypeId> types;
  for (uint32_t i = 0; i < e.items.size(); ++i) {
    c->items.push_back(infer(in, *e.items[i], fits ? in.f.types.arg(hint, i) : no_type));
    types.push_back(c->items.back()->type);
  }
  c->type = in.f.types.tuple(types);
  return c;
}

Core* infer_project(Inference& in, const Expr& e) {
  Core* from = infer(in, *e.items[0]);
  Core* c = in.make(CoreKind::Project, in.fresh(), e.span, {from});
  c->number = e.number;
  defer(in, {.kind = Pending::Project, .a = from->type, .b = c->type, .node = c, .why = {.at = e.span}});
  return c;
}

Core* infer_if(Inference& in, const Expr& e, TypeId hint) {
  const std::string_view macro =
      e.span.expansion ? in.f.sources.expansion(e.span.expansion).macro : std::string_view();
  Core* test = expect(in, *e.items[0], in.prim(Element::Bool),
                      {.kind = Why::Condition, .name = macro.empty() ? "if" : macro});
  if (e.items.size() == 2)
    return in.make(CoreKind::If, in.prim(Element::Unit), e.span,
                   {test, infer_only_branch(in, e), in.unit(e.span)});
  Core* then = infer(in, *e.items[1], hint);
  Core* otherwise = infer(in, *e.items[2], in.hint_or(hint, then->type));
  const bool in_then = !e.items[1]->span.expansion, in_else = !e.items[2]->span.expansion;
  if (macro.empty() || in_then == in_else)
    require_equal(in, then->type, otherwise->type, e.items[2]->span,
                  {.kind = Why::Branch, .name = macro, .other = e.items[1]->span});
  else if (in_then) // for example in (and c 1), where the error is at 1
    require_equal(in, otherwise->type, then->type, e.items[1]->span, {.kind = Why::Then, .name = macro});
  else
    require_equal(in, then->type, otherwise->type, e.items[2]->span, {.kind = Why::Then, .name = macro});
  return in.make(CoreKind::If, then->type, e.span, {test, then, otherwise});
}

Core* infer_only_branch(Inference& in, const Expr& e) {
  Core* then = infer(in, *e.items[1], in.prim(Element::Unit));
  Why why{.kind = Why::NoElse};
  if (e.span.expansion) why.name = in.f.sources.expansion(e.span.expansion).macro;
  const Expr* last = e.items[1]; // the error is at the last form of a macro's `begin`
  while (last->kind == ExprKind::Sequence && last->span.expansion) last = last->items.back();
  require_equal(in, in.prim(Element::Unit), then->type, last->span, why);
  return then;
}

namespace {

/// The limit for the nesting of vector literals. It is needed because a vector that nests n deep has n columns, and
/// each of its parts has nearly as many.
constexpr uint32_t most_vectors = 1000;

/// Counts one level of nesting as long as the object exists.
struct Nested {
  uint32_t& depth;
  explicit Nested(uint32_t& d) : depth(++d) {}
  ~Nested() { --depth; }
  Nested(const Nested&) = delete;
};

} // namespace

Core* infer_vector(Inference& in, const Expr& e, TypeId hint) {
  hint = in.resolve(hint);
  const bool known = in.is(hint, TypeKind::Vector);
  if (known && in.is(in.f.types.arg(hint, 0), TypeKind::Rank) && in.f.types.rank_of(hint) > 1)
    return infer_stacked(in, e, hint);
  if (in.def.vectors == most_vectors) return too_deep(in, e.span);
  const Nested inside(in.def.vectors);
  const TypeId wanted = known ? in.f.types.arg(hint, 1) : no_type;
  TypeId element = wanted;
  Core* c = in.make(CoreKind::Vector, no_type, e.span);
  c->items.reserve(e.items.size());
  for (uint32_t i = 0; i < e.items.size(); ++i) {
    if (i == 0) {
      c->items.push_back(infer(in, *e.items[0], element));
      element = c->items[0]->type;
      continue;
    }
    c->items.push_back(infer(in, *e.items[i], in.hint_or(wanted, element)));
    require_equal(in, element, c->items[i]->type, e.items[i]->span,
                  {.kind = Why::Element, .number = i + 1, .other = e.items[0]->span});
  }
  c->type = in.f.types.vector(element == no_type ? in.fresh() : element);
  return c;
}

Core* infer_stacked(Inference& in, const Expr& e, TypeId type) {
  const TypeId row =
      in.f.types.vector(in.f.types.rank(in.f.types.rank_of(type) - 1), in.f.types.arg(type, 1));
  Core* rows = in.make(CoreKind::Vector, in.f.types.vector(row), e.span);
  rows->items.reserve(e.items.size());
  bool fits = true; // whether all rows so far fit: only one error is reported
  for (uint32_t i = 0; i < e.items.size(); ++i) {
    rows->items.push_back(infer(in, *e.items[i], row));
    fits = fits &&
           require_equal(in, row, rows->items[i]->type, e.items[i]->span, {.kind = Why::Row, .number = i});
  }
  Core* c = in.make(CoreKind::Primitive, type, e.span, {rows});
  c->builtin = BuiltinId::Matrix;
  return c;
}

Core* infer_assign(Inference& in, const Expr& e) {
  TypeId type = in.local_info(e.var).type;
  if (type == no_type) type = in.fresh();
  const std::string_view name = in.f.symbols.text(in.f.program[e.var].name);
  Core* value = expect(in, *e.items[0], type,
                       {.kind = Why::Assignment, .name = name, .other = in.f.program[e.var].span});
  Core* c = in.make(CoreKind::Assign, in.prim(Element::Unit), e.span, {value});
  c->var = e.var;
  return c;
}

Core* infer_sequence(Inference& in, const Expr& e, TypeId hint) {
  if (e.items.empty()) return in.unit(e.span);
  Core* c = in.make(CoreKind::Sequence, no_type, e.span);
  for (size_t i = 0; i < e.items.size(); ++i)
    c->items.push_back(infer(in, *e.items[i], i + 1 == e.items.size() ? hint : no_type));
  c->type = c->items.back()->type;
  return c;
}

Core* infer_ascribe(Inference& in, const Expr& e) {
  const TypeId type = in.reader.read(*e.type, in.def.scope, in.def.level);
  Core* c = infer(in, *e.items[0], type);
  const bool source = e.type->kind == TypeExpr::Vector;
  const Why why = e.number ? Why{.kind = source ? Why::Source : Why::Condition}
                           : Why{.kind = Why::Annotation, .other = e.type->span};
  if (require_equal(in, type, c->type, e.items[0]->span, why)) return c;
  c = broken(in, e.span); // the surrounding code sees the written type
  return c->type = type, c;
}

} // namespace nova
