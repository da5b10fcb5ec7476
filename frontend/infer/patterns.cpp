// Patterns and match.
#include "frontend/infer/exhaustive.hpp"
#include "frontend/infer/infer.hpp"

namespace nova {

CorePattern Infer::pattern(const Pattern& p, TypeId expected, const Why& why) {
  CorePattern out;
  out.span = p.span, out.type = expected;
  if (p.type)
    equal(reader_.read(*p.type, scope_, level_), expected, p.span,
          {.kind = Why::Annotation, .other = p.type->span});
  switch (p.kind) {
  case Pattern::Wildcard: return out;
  case Pattern::Tuple: return tuple_pattern(p, expected, why);
  case Pattern::Constructor:
  case Pattern::Whole: return constructor_pattern(p, expected, why);
  case Pattern::Variable:
    out.kind = CorePattern::Variable, out.var = p.var;
    local_info(p.var) = {expected, 0, false};
    return out;
  case Pattern::Literal: break;
  }
  out.kind = CorePattern::Literal, out.literal = p.literal;
  const TypeId type = literal_type(*p.literal, expected);
  equal(expected, type, p.span, why);
  if (p.literal->is(DatumKind::Integer)) {
    Core* numeral = make(CoreKind::Const, type, p.span);
    numeral->literal = p.literal;
    numerals_.push_back(numeral);
  }
  return out;
}

CorePattern Infer::tuple_pattern(const Pattern& p, TypeId expected, const Why& why) {
  CorePattern out;
  out.kind = CorePattern::Tuple, out.span = p.span, out.type = expected;
  std::vector<TypeId> types;
  const TypeId known = resolve(expected);
  const bool fits = is(known, TypeKind::Tuple) && f_.types[known].count == p.items.size();
  for (uint32_t i = 0; i < p.items.size(); ++i) types.push_back(fits ? f_.types.arg(known, i) : fresh());
  if (!fits) equal(expected, f_.types.tuple(types), p.span, why);
  for (size_t i = 0; i < p.items.size(); ++i) out.items.push_back(pattern(p.items[i], types[i], why));
  return out;
}

CorePattern Infer::constructor_pattern(const Pattern& p, TypeId expected, const Why& why) {
  const auto [fields, type] = schemes_.constructor_at(reader_.sum(p.decl), p.constructor, level_);
  CorePattern out;
  out.kind = CorePattern::Constructor, out.span = p.span, out.type = type, out.constructor = p.constructor;
  equal(expected, type, p.span, why);
  const bool one = p.items.size() == 1 && fields.size() != 1;
  if (p.kind == Pattern::Whole || one) return all_fields(p, fields, why, std::move(out));
  poisoned_ = poisoned_ || p.items.size() != fields.size(); // reported by the expander
  for (size_t i = 0; i < p.items.size(); ++i) {
    CorePattern item = pattern(p.items[i], i < fields.size() ? fields[i] : fresh(), why);
    if (i < fields.size()) out.items.push_back(std::move(item));
  }
  for (size_t i = p.items.size(); i < fields.size(); ++i)
    out.items.emplace_back(), out.items.back().type = fields[i];
  return out;
}

/// One pattern for all fields: for the only one, the tuple of several, or nil.
CorePattern Infer::all_fields(const Pattern& p, std::span<const TypeId> fields, const Why& why,
                              CorePattern out) {
  const Pattern& item = p.items[0];
  if (fields.size() == 1) return out.items.push_back(pattern(item, fields[0], why)), out;
  const TypeId whole = fields.empty() ? prim(Element::Unit) : f_.types.tuple(fields);
  if (item.kind == Pattern::Tuple || item.kind == Pattern::Literal) {
    CorePattern inner = pattern(item, whole, why);
    inner.items.resize(fields.size());
    return out.items = std::move(inner.items), out;
  }
  const CorePattern inner = pattern(item, whole, why);
  std::vector<VarId> parts;
  for (TypeId t : fields) {
    CorePattern& part = out.items.emplace_back();
    part.type = t, part.span = item.span;
    if (inner.kind != CorePattern::Variable) continue;
    part.kind = CorePattern::Variable, part.var = fresh_variable(t, item.span);
    parts.push_back(part.var);
  }
  if (inner.kind == CorePattern::Variable)
    rebindings_.push_back({inner.var, whole, std::move(parts), item.span});
  return out;
}

Core* Infer::rebinding_let(const Rebinding& r, Core* body) {
  Core* value = r.parts.empty() ? unit(r.span) : make(CoreKind::Tuple, r.type, r.span);
  for (VarId v : r.parts) value->items.push_back(local_use(v, local_info(v).type, r.span));
  Core* c = make(CoreKind::Let, body ? body->type : no_type, r.span, {value, body});
  c->var = r.variable;
  return c;
}

/// Wraps a body in what the patterns since `from` want bound besides.
Core* Infer::rebind(Core* body, size_t from) {
  for (; rebindings_.size() > from; rebindings_.pop_back()) body = rebinding_let(rebindings_.back(), body);
  return body;
}

Core* Infer::match(const Expr& e, TypeId hint) {
  Core* scrutinee = infer(*e.items[0]);
  Core* c = make(CoreKind::Match, no_type, e.span, {scrutinee});
  const uint32_t errors = errors_;
  TypeId type = no_type;
  for (uint32_t i = 0; i < e.arms.size(); ++i) {
    const Arm& arm = e.arms[i];
    const size_t rebound = rebindings_.size();
    CorePattern p = pattern(arm.pattern, scrutinee->type, {.kind = Why::Pattern, .other = e.items[0]->span});
    const Why why{.kind = Why::Arm, .number = i + 1, .other = e.arms[0].body->span};
    Core* body = infer(*arm.body, i == 0 ? hint : hint_or(hint, type));
    i == 0 ? void(type = body->type) : void(equal(type, body->type, arm.body->span, why));
    c->arms.push_back({std::move(p), rebind(body, rebound)});
  }
  c->type = type == no_type ? fresh() : type;
  if (errors_ == errors) warn_of_slips(e, scrutinee->type), check_match(*c);
  return c;
}

/// A branch's bare `els` or `none` that nothing uses is a variable, and takes every value, although `else` or
/// a constructor of the value's type was meant.
void Infer::warn_of_slips(const Expr& match, TypeId scrutinee) {
  const auto& type = f_.types[resolve(scrutinee)];
  std::vector<std::string_view> words{"else"};
  if (type.kind == TypeKind::Sum)
    for (const auto& c : f_.types.sum_type(SumId{type.payload}).constructors)
      words.push_back(f_.symbols.text(c.name));
  for (const Arm& arm : match.arms) {
    const Variable& v = f_.program[arm.pattern.var];
    if (arm.pattern.kind != Pattern::Variable || arm.pattern.type || v.used) continue;
    const std::string name(f_.symbols.text(v.name));
    if (const auto near = nearest_name(name, words))
      f_.diagnostics.report("W0302", arm.pattern.span, {name}).help("did you mean `" + *near + "`?");
  }
}

/// A match of one arm, for the patterns of parameters and lets, which must take every value.
Core* Infer::match_one(Core* scrutinee, CorePattern pattern, Core* body, bool check) {
  if (check) check_irrefutable(pattern);
  Core* c = make(CoreKind::Match, body ? body->type : no_type, scrutinee->span, {scrutinee});
  c->arms.push_back({std::move(pattern), body});
  return c;
}

void Infer::check_irrefutable(const CorePattern& p) {
  if (p.kind == CorePattern::Wildcard || p.kind == CorePattern::Variable || errors_) return;
  const CorePattern* arm = &p;
  const MatchFacts facts = examine_match(std::span(&arm, 1), f_.types, f_.symbols);
  if (facts.missing) report("E0210", p.span, {*facts.missing});
}

void Infer::check_match(const Core& match) {
  std::vector<const CorePattern*> arms;
  for (const CoreArm& a : match.arms) arms.push_back(&a.pattern);
  const MatchFacts facts = examine_match(arms, f_.types, f_.symbols);
  if (facts.too_large)
    report("E0216", match.span, {});
  else if (facts.missing)
    report("E0209", match.span, {*facts.missing});
  for (uint32_t i : facts.unreachable)
    f_.diagnostics.report("W0201", match.arms[i].pattern.span, {}).note("the arms above take all its values");
}

} // namespace nova
