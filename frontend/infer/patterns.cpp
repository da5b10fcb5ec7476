// Inference of patterns and of match expressions.
#include "frontend/infer/errors/report.hpp"
#include "frontend/infer/exhaustive.hpp"
#include "frontend/infer/expressions.hpp"
#include "frontend/source/spelling.hpp"
#include <cmath>
#include <optional>
#include <set>

namespace nova {

CorePattern infer_pattern(Inference& in, const Pattern& p, TypeId expected, const Why& why) {
  CorePattern out;
  out.span = p.span, out.type = expected;
  if (p.type)
    require_equal(in, in.reader.read(*p.type, in.def.scope, in.def.level), expected, p.span,
                  {.kind = Why::Annotation, .other = p.type->span});
  switch (p.kind) {
  case Pattern::Wildcard: return out;
  case Pattern::Tuple: return infer_tuple_pattern(in, p, expected, why);
  case Pattern::Constructor:
  case Pattern::Whole: return infer_constructor_pattern(in, p, expected, why);
  case Pattern::Variable:
    out.kind = CorePattern::Variable, out.var = p.var;
    in.local_info(p.var) = {expected, 0, false};
    return out;
  case Pattern::Literal: break;
  }
  out.kind = CorePattern::Literal, out.literal = p.literal;
  const TypeId type = literal_type(in, *p.literal, expected);
  require_equal(in, expected, type, p.span, why);
  if (p.literal->is(DatumKind::Integer)) {
    Core* numeral = in.make(CoreKind::Const, type, p.span);
    numeral->literal = p.literal;
    in.def.numerals.push_back(numeral);
  }
  return out;
}

CorePattern infer_tuple_pattern(Inference& in, const Pattern& p, TypeId expected, const Why& why) {
  CorePattern out;
  out.kind = CorePattern::Tuple, out.span = p.span, out.type = expected;
  std::vector<TypeId> types;
  const TypeId known = in.resolve(expected);
  const bool fits = in.is(known, TypeKind::Tuple) && in.f.types[known].count == p.items.size();
  for (uint32_t i = 0; i < p.items.size(); ++i) types.push_back(fits ? in.f.types.arg(known, i) : in.fresh());
  if (!fits) require_equal(in, expected, in.f.types.tuple(types), p.span, why);
  for (size_t i = 0; i < p.items.size(); ++i)
    out.items.push_back(infer_pattern(in, p.items[i], types[i], why));
  return out;
}

CorePattern infer_constructor_pattern(Inference& in, const Pattern& p, TypeId expected, const Why& why) {
  CorePattern out;
  out.span = p.span, out.type = expected;
  const auto which = choose_constructor(in, {p.decl, p.constructor}, expected, p.span);
  if (!which) return out;
  const auto [fields, type] =
      in.schemes.constructor_at(in.reader.sum(which->type), which->number, in.def.level);
  out.kind = CorePattern::Constructor, out.type = type, out.constructor = which->number;
  require_equal(in, expected, type, p.span, why);
  const bool one = p.items.size() == 1 && fields.size() != 1;
  if (p.kind == Pattern::Whole || one) return infer_all_fields(in, p, fields, why, std::move(out));
  in.def.poisoned = in.def.poisoned || p.items.size() != fields.size(); // reported by the expander
  for (size_t i = 0; i < p.items.size(); ++i) {
    CorePattern item = infer_pattern(in, p.items[i], i < fields.size() ? fields[i] : in.fresh(), why);
    if (i < fields.size()) out.items.push_back(std::move(item));
  }
  for (size_t i = p.items.size(); i < fields.size(); ++i)
    out.items.emplace_back(), out.items.back().type = fields[i];
  return out;
}

CorePattern infer_all_fields(Inference& in, const Pattern& p, std::span<const TypeId> fields, const Why& why,
                             CorePattern out) {
  const Pattern& item = p.items[0];
  if (fields.size() == 1) return out.items.push_back(infer_pattern(in, item, fields[0], why)), out;
  const TypeId whole = fields.empty() ? in.prim(Element::Unit) : in.f.types.tuple(fields);
  if (item.kind == Pattern::Tuple || item.kind == Pattern::Literal) {
    CorePattern inner = infer_pattern(in, item, whole, why);
    inner.items.resize(fields.size());
    return out.items = std::move(inner.items), out;
  }
  const CorePattern inner = infer_pattern(in, item, whole, why);
  std::vector<VarId> parts;
  for (TypeId t : fields) {
    CorePattern& part = out.items.emplace_back();
    part.type = t, part.span = item.span;
    if (inner.kind != CorePattern::Variable) continue;
    part.kind = CorePattern::Variable, part.var = in.fresh_variable(t, item.span);
    parts.push_back(part.var);
  }
  if (inner.kind == CorePattern::Variable)
    in.def.rebindings.push_back({inner.var, whole, std::move(parts), item.span});
  return out;
}

Core* rebinding_let(Inference& in, const Rebinding& r, Core* body) {
  Core* value = r.parts.empty() ? in.unit(r.span) : in.make(CoreKind::Tuple, r.type, r.span);
  for (VarId v : r.parts) value->items.push_back(in.local_use(v, in.local_info(v).type, r.span));
  Core* c = in.make(CoreKind::Let, body ? body->type : no_type, r.span, {value, body});
  c->var = r.variable;
  return c;
}

Core* rebind(Inference& in, Core* body, size_t from) {
  for (; in.def.rebindings.size() > from; in.def.rebindings.pop_back())
    body = rebinding_let(in, in.def.rebindings.back(), body);
  return body;
}

/// Warns (W0302) where the pattern of an arm is an unused variable, such as `els` or `none`, that matches every
/// value. If its name is close to `else` or to a constructor of the value's type, that was probably meant.
static void warn_of_pattern_slips(Inference& in, const Expr& match, TypeId scrutinee) {
  const auto& type = in.f.types[in.resolve(scrutinee)];
  std::vector<std::string_view> words{"else"};
  if (type.kind == TypeKind::Sum)
    for (const auto& c : in.f.types.sum_type(SumId{type.payload}).constructors)
      words.push_back(in.f.symbols.text(c.name));
  for (const Arm& arm : match.arms) {
    const Variable& v = in.f.program[arm.pattern.var];
    if (arm.pattern.kind != Pattern::Variable || arm.pattern.type || v.used) continue;
    const std::string name(in.f.symbols.text(v.name));
    if (const auto near = nearest_name(name, words))
      in.f.diagnostics.report("W0302", arm.pattern.span, {name}).help("did you mean `" + *near + "`?");
  }
}

std::array<const Datum*, 2> parts_of_numeral(Frontend& f, const Datum& numeral) {
  const bool nan = numeral.is(DatumKind::Floating) && std::isnan(numeral.floating);
  return {&numeral, nan ? &numeral : f.data.make(DatumKind::Integer, numeral.span)};
}

CorePattern complex_pattern(Frontend& f, const CorePattern& numeral) {
  CorePattern p;
  p.kind = CorePattern::Constructor, p.type = numeral.type, p.span = numeral.span;
  for (const Datum* part : parts_of_numeral(f, *numeral.literal)) {
    CorePattern& item = p.items.emplace_back();
    item.kind = CorePattern::Literal, item.span = numeral.span, item.literal = part;
    item.type = f.types.arg(f.types.resolve(numeral.type), 0);
  }
  return p;
}

/// Replaces the numerals in a pattern that are known to be complex by patterns of their parts.
static void settle_complex(Inference& in, CorePattern& p) {
  if (p.kind == CorePattern::Literal && in.f.types.is_complex(p.type)) p = complex_pattern(in.f, p);
  for (CorePattern& item : p.items) settle_complex(in, item);
}

static void check_match(Inference& in, const Core& match) {
  std::vector<const CorePattern*> arms;
  for (const CoreArm& a : match.arms) arms.push_back(&a.pattern);
  const MatchFacts facts = examine_match(arms, in.f.types, in.f.symbols);
  if (facts.too_large)
    report(in, "E0216", match.span, {});
  else if (facts.missing)
    report(in, "E0209", match.span, {*facts.missing});
  for (uint32_t i : facts.unreachable)
    in.f.diagnostics.report("W0201", match.arms[i].pattern.span, {})
        .note("the arms above take all its values");
}

/// Where the type of a match's value is open and names in the arms are constructors of several types, the value has the
/// only type that has all of the arms' constructors.
static void take_only_sum(Inference& in, const Expr& e, TypeId scrutinee) {
  if (!in.is(in.resolve(scrutinee), TypeKind::Var)) return;
  std::optional<std::set<TypeDeclId>> common;
  bool open = false;
  for (const Arm& arm : e.arms) {
    const Pattern& p = arm.pattern;
    if (p.kind != Pattern::Constructor && p.kind != Pattern::Whole) continue;
    std::set<TypeDeclId> types{p.decl};
    for (const ConstructorId n : in.f.program[p.decl].constructors[p.constructor].namesakes)
      types.insert(n.type), open = true;
    if (!common) common = types;
    std::erase_if(*common, [&](TypeDeclId t) { return !types.contains(t) || in.f.program[t].failed; });
  }
  if (!open || common->size() != 1) return;
  const auto [fields, sum] = in.schemes.constructor_at(in.reader.sum(*common->begin()), 0, in.def.level);
  in.unifier.unify(scrutinee, sum);
}

Core* infer_match(Inference& in, const Expr& e, TypeId hint) {
  Core* scrutinee = infer(in, *e.items[0]);
  take_only_sum(in, e, scrutinee->type);
  Core* c = in.make(CoreKind::Match, no_type, e.span, {scrutinee});
  const uint32_t errors = in.def.errors;
  TypeId type = no_type;
  for (uint32_t i = 0; i < e.arms.size(); ++i) {
    const Arm& arm = e.arms[i];
    const size_t rebound = in.def.rebindings.size();
    CorePattern p =
        infer_pattern(in, arm.pattern, scrutinee->type, {.kind = Why::Pattern, .other = e.items[0]->span});
    const Why why{.kind = Why::Arm, .number = i + 1, .other = e.arms[0].body->span};
    Core* body = infer(in, *arm.body, i == 0 ? hint : in.hint_or(hint, type));
    i == 0 ? void(type = body->type) : void(require_equal(in, type, body->type, arm.body->span, why));
    c->arms.push_back({std::move(p), rebind(in, body, rebound)});
  }
  c->type = type == no_type ? in.fresh() : type;
  for (CoreArm& arm : c->arms) settle_complex(in, arm.pattern);
  if (in.def.errors == errors) warn_of_pattern_slips(in, e, scrutinee->type), check_match(in, *c);
  return c;
}

static void check_irrefutable(Inference& in, const CorePattern& p) {
  if (p.kind == CorePattern::Wildcard || p.kind == CorePattern::Variable || in.def.errors) return;
  const CorePattern* arm = &p;
  const MatchFacts facts = examine_match(std::span(&arm, 1), in.f.types, in.f.symbols);
  if (facts.missing) report(in, "E0210", p.span, {*facts.missing});
}

Core* match_one(Inference& in, Core* scrutinee, CorePattern pattern, Core* body, bool check) {
  if (check) check_irrefutable(in, pattern);
  Core* c = in.make(CoreKind::Match, body ? body->type : no_type, scrutinee->span, {scrutinee});
  c->arms.push_back({std::move(pattern), body});
  return c;
}

} // namespace nova
