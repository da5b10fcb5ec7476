#include "frontend/infer/infer.hpp"
#include "runtime/watch.hpp"
#include <algorithm>

namespace nova {

Infer::Infer(Frontend& f)
    : f_(f), unifier_(f.types, effects_, work_), schemes_(f.types, effects_, work_),
      reader_(f, effects_, schemes_, unifier_) {
  polys_.emplace_back(); // index 0: not generalised
  nil_ = f.data.make(DatumKind::Nil, {});
}

void Infer::forget(const Mark& m, const Program::Mark& program) {
  polys_.resize(m.polys), effects_.forget(m.effects);
  locals_.resize(std::min(locals_.size(), program.variables));
  globals_.resize(std::min(globals_.size(), program.globals));
}

// Small makers

Core* Infer::make(CoreKind kind, TypeId type, Span span, std::vector<Core*> items) {
  Core* c = make(kind, type, span);
  c->items = std::move(items);
  return c;
}

Core* Infer::unit(Span span) {
  Core* c = make(CoreKind::Const, prim(Element::Unit), span);
  c->literal = nil_;
  return c;
}

Core* Infer::local_use(VarId v, TypeId type, Span span) {
  Core* c = make(CoreKind::Local, type, span);
  c->var = v;
  return c;
}

VarId Infer::fresh_variable(TypeId type, Span span) {
  const VarId v{static_cast<uint32_t>(f_.program.variables.size())};
  f_.program.variables.push_back({f_.symbols.intern("_"), span, false});
  local_info(v).type = type;
  return v;
}

Infer::LocalInfo& Infer::local_info(VarId v) {
  const auto i = static_cast<uint32_t>(v);
  if (i >= locals_.size()) locals_.resize(std::max<size_t>(i + 1, f_.program.variables.size()));
  return locals_[i];
}

Infer::GlobalInfo& Infer::global_info(GlobalId g) {
  if (index(g) >= globals_.size()) globals_.resize(f_.program.globals.size());
  return globals_[index(g)];
}

// Expressions

Core* Infer::infer(const Expr& e, TypeId hint) {
  Watch::poll();
  if (StackGuard::exhausted()) return too_deep(e.span);
  if (work_.exceeded()) return broken(e.span);
  const auto within = [&]() __attribute__((noinline)) { // where no macro is, it takes nothing of the stack
    const Diagnostics::Form form(f_.diagnostics, e.span);
    return infer(e, hint);
  };
  if (f_.diagnostics.form() != (e.span.expansion ? e.span : Span{})) return within();
  switch (e.kind) {
  case ExprKind::Literal: return literal(e, hint);
  case ExprKind::Local: return local(e);
  case ExprKind::Global: return global(e);
  case ExprKind::Builtin: return builtin_value(e.builtin, e.span);
  case ExprKind::Constructor: return constructor_value(e);
  case ExprKind::Apply: return apply(e, hint);
  case ExprKind::Tuple: return tuple(e, hint);
  case ExprKind::Project: return project(e);
  case ExprKind::Index: return apply_builtin(e);
  case ExprKind::If: return condition(e, hint);
  case ExprKind::Let: return let(e, hint);
  case ExprKind::LetRec: return let_rec(e, hint);
  case ExprKind::Lambda: return lambda(e, hint);
  case ExprKind::Match: return match(e, hint);
  case ExprKind::Vector: return vector(e, hint);
  case ExprKind::Assign: return assign(e);
  case ExprKind::While: return while_loop(e);
  case ExprKind::For: return for_loop(e);
  case ExprKind::Sequence: return sequence(e, hint);
  case ExprKind::Ascribe: return ascribe(e);
  }
  return broken(e.span);
}

Core* Infer::expect(const Expr& e, TypeId expected, const Why& why) {
  Core* c = infer(e, expected);
  equal(expected, c->type, e.span, why);
  return c;
}

Core* Infer::literal(const Expr& e, TypeId hint) {
  Core* c = make(CoreKind::Const, literal_type(*e.literal, hint), e.span);
  c->literal = e.literal;
  const bool fits_all = e.literal->integer >= 0 && e.literal->integer <= INT8_MAX;
  if (e.literal->is(DatumKind::Integer) && !fits_all) numerals_.push_back(c);
  return c;
}

TypeId Infer::literal_type(const Datum& d, TypeId hint) {
  switch (d.kind) {
  case DatumKind::Boolean: return prim(Element::Bool);
  case DatumKind::Character: return prim(Element::Char);
  case DatumKind::String: return f_.types.string();
  case DatumKind::Integer: return d.suffixed ? prim(d.element) : numeral_type(d, Num, hint);
  case DatumKind::Floating: return d.suffixed ? prim(d.element) : numeral_type(d, Fractional, hint);
  default: return prim(Element::Unit);
  }
}

TypeId Infer::numeral_type(const Datum&, Classes classes, TypeId hint) {
  hint = resolve(hint);
  if (is(hint, TypeKind::Prim) && (classes_of(f_.types.element(hint)) & classes) == classes) return hint;
  if (is(hint, TypeKind::Var) && !unifier_.constrain(hint, classes)) return hint;
  return fresh(classes);
}

Core* Infer::local(const Expr& e) {
  Core* c = local_use(e.var, no_type, e.span);
  const LocalInfo info = local_info(e.var);
  if (info.poly)
    c->type = schemes_.instantiate(polys_[info.poly], level_, e.span, name_of(e), c->instance);
  else
    c->type = info.type == no_type ? fresh() : info.type;
  if (info.open) open_uses_.push_back(c);
  return c;
}

Core* Infer::global(const Expr& e) {
  Core* c = make(CoreKind::Global, no_type, e.span);
  c->global = e.global;
  const GlobalInfo& g = global_info(e.global);
  if (g.state == State::Checked)
    c->type = schemes_.instantiate(g.poly, level_, e.span, name_of(e), c->instance);
  else if (g.state == State::Open)
    c->type = g.type, open_uses_.push_back(c);
  else
    c->type = fresh(), poisoned_ = true;
  return c;
}

Core* Infer::constructor_value(const Expr& e) {
  const auto [fields, type] = schemes_.constructor_at(reader_.sum(e.decl), e.number, level_);
  Core* c = make(CoreKind::Constructor, type, e.span);
  c->number = e.number;
  if (!fields.empty()) c->type = fun_type(fields, type, effects_.fresh(level_));
  return c;
}

Core* Infer::tuple(const Expr& e, TypeId hint) {
  hint = resolve(hint);
  const bool fits = is(hint, TypeKind::Tuple) && f_.types[hint].count == e.items.size();
  Core* c = make(CoreKind::Tuple, no_type, e.span);
  std::vector<TypeId> types;
  for (uint32_t i = 0; i < e.items.size(); ++i) {
    c->items.push_back(infer(*e.items[i], fits ? f_.types.arg(hint, i) : no_type));
    types.push_back(c->items.back()->type);
  }
  c->type = f_.types.tuple(types);
  return c;
}

Core* Infer::project(const Expr& e) {
  Core* from = infer(*e.items[0]);
  Core* c = make(CoreKind::Project, fresh(), e.span, {from});
  c->number = e.number;
  wait({.kind = Pending::Project, .a = from->type, .b = c->type, .node = c, .why = {.at = e.span}});
  return c;
}

Core* Infer::condition(const Expr& e, TypeId hint) {
  const std::string_view macro =
      e.span.expansion ? f_.sources.expansion(e.span.expansion).macro : std::string_view();
  Core* test = expect(*e.items[0], prim(Element::Bool),
                      {.kind = Why::Condition, .name = macro.empty() ? "if" : macro});
  if (e.items.size() == 2)
    return make(CoreKind::If, prim(Element::Unit), e.span, {test, only_branch(e), unit(e.span)});
  Core* then = infer(*e.items[1], hint);
  Core* otherwise = infer(*e.items[2], hint_or(hint, then->type));
  const bool in_then = !e.items[1]->span.expansion, in_else = !e.items[2]->span.expansion;
  if (macro.empty() || in_then == in_else)
    equal(then->type, otherwise->type, e.items[2]->span,
          {.kind = Why::Branch, .name = macro, .other = e.items[1]->span});
  else if (in_then) // (and c 1): 1 is to blame
    equal(otherwise->type, then->type, e.items[1]->span, {.kind = Why::Then, .name = macro});
  else
    equal(then->type, otherwise->type, e.items[2]->span, {.kind = Why::Then, .name = macro});
  return make(CoreKind::If, then->type, e.span, {test, then, otherwise});
}

/// The branch of an if without else; `when` and its like make such ifs.
Core* Infer::only_branch(const Expr& e) {
  Core* then = infer(*e.items[1], prim(Element::Unit));
  Why why{.kind = Why::NoElse};
  if (e.span.expansion) why.name = f_.sources.expansion(e.span.expansion).macro;
  const Expr* last = e.items[1]; // what a macro's `begin` ends with is to blame
  while (last->kind == ExprKind::Sequence && last->span.expansion) last = last->items.back();
  equal(prim(Element::Unit), then->type, last->span, why);
  return then;
}

/// A value of so many levels has as many columns, and so has each of its parts: more than `most_vectors` are none.
Core* Infer::vector(const Expr& e, TypeId hint) {
  hint = resolve(hint);
  const bool known = is(hint, TypeKind::Vector);
  if (known && is(f_.types.arg(hint, 0), TypeKind::Rank) && f_.types.rank_of(hint) > 1)
    return stacked(e, hint);
  if (vectors_ == most_vectors) return too_deep(e.span);
  const Nested inside(vectors_);
  const TypeId wanted = known ? f_.types.arg(hint, 1) : no_type;
  TypeId element = wanted;
  Core* c = make(CoreKind::Vector, no_type, e.span);
  c->items.reserve(e.items.size());
  for (uint32_t i = 0; i < e.items.size(); ++i) {
    if (i == 0) {
      c->items.push_back(infer(*e.items[0], element));
      element = c->items[0]->type;
      continue;
    }
    c->items.push_back(infer(*e.items[i], hint_or(wanted, element)));
    equal(element, c->items[i]->type, e.items[i]->span,
          {.kind = Why::Element, .number = i + 1, .other = e.items[0]->span});
  }
  c->type = f_.types.vector(element == no_type ? fresh() : element);
  return c;
}

/// A literal where a vector#n is asked for, n > 1: its elements are vector#(n - 1), of one shape.
Core* Infer::stacked(const Expr& e, TypeId type) {
  const TypeId row = f_.types.vector(f_.types.rank(f_.types.rank_of(type) - 1), f_.types.arg(type, 1));
  Core* rows = make(CoreKind::Vector, f_.types.vector(row), e.span);
  rows->items.reserve(e.items.size());
  bool fits = true; // one error is enough
  for (uint32_t i = 0; i < e.items.size(); ++i) {
    rows->items.push_back(infer(*e.items[i], row));
    fits = fits && equal(row, rows->items[i]->type, e.items[i]->span, {.kind = Why::Row, .number = i});
  }
  Core* c = make(CoreKind::Primitive, type, e.span, {rows});
  c->builtin = BuiltinId::Matrix;
  return c;
}

Core* Infer::assign(const Expr& e) {
  TypeId type = local_info(e.var).type;
  if (type == no_type) type = fresh();
  const std::string_view name = f_.symbols.text(f_.program[e.var].name);
  Core* value =
      expect(*e.items[0], type, {.kind = Why::Assignment, .name = name, .other = f_.program[e.var].span});
  Core* c = make(CoreKind::Assign, prim(Element::Unit), e.span, {value});
  c->var = e.var;
  return c;
}

Core* Infer::sequence(const Expr& e, TypeId hint) {
  if (e.items.empty()) return unit(e.span);
  Core* c = make(CoreKind::Sequence, no_type, e.span);
  for (size_t i = 0; i < e.items.size(); ++i)
    c->items.push_back(infer(*e.items[i], i + 1 == e.items.size() ? hint : no_type));
  c->type = c->items.back()->type;
  return c;
}

Core* Infer::ascribe(const Expr& e) {
  const TypeId type = reader_.read(*e.type, scope_, level_);
  Core* c = infer(*e.items[0], type);
  const Why why =
      e.number ? Why{.kind = Why::Condition} : Why{.kind = Why::Annotation, .other = e.type->span};
  if (equal(type, c->type, e.items[0]->span, why)) return c;
  c = broken(e.span); // what is written holds for what follows
  return c->type = type, c;
}

} // namespace nova
