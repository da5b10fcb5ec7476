// What binds variables: let, letrec, lambda. Right sides are inferred one level deeper, so that what is still
// open there and nowhere outside can be generalised.
#include "frontend/expand/expander.hpp"
#include "frontend/infer/infer.hpp"
#include <algorithm>

namespace nova {

Infer::Surroundings Infer::enter_right_side() {
  ++level_;
  Surroundings outer{effect_, std::exchange(scope_, {})};
  effect_ = effects_.fresh(level_);
  return outer;
}

/// Back to the surroundings; true if the right side may be generalised (it does no IO).
bool Infer::leave_right_side(Surroundings outer, size_t pending_from) {
  --level_;
  const bool does_io = effects_.does_io(effect_);
  effects_.flow(effect_, outer.effect);
  effect_ = outer.effect, scope_ = std::move(outer.scope);
  settle_from(pending_from);
  return !does_io;
}

/// Gives a variable its type, generalised if it may be; `node` learns what it quantifies.
void Infer::generalise_local(VarId v, TypeId type, bool general, Core* node) {
  LocalInfo& info = local_info(v);
  info.type = type;
  if (f_.types[resolve(type)].concrete) return;
  const bool function_at_its_calls = f_.expander->keeps_wrong && is_function(type);
  if (!general || f_.program[v].assigned || function_at_its_calls) return unifier_.lower(type, level_);
  Poly poly = schemes_.generalise(std::span(&type, 1), level_, is_function(type))[0];
  if (poly.plain()) return;
  node->quantified = poly.scheme.quantified;
  info.poly = static_cast<uint32_t>(polys_.size());
  polys_.push_back(std::move(poly));
}

Core* Infer::let(const Expr& e, TypeId hint) {
  Core* root = nullptr;
  Core** hole = &root;
  std::vector<Core*> chain;
  for (const Binding& b : e.bindings) hole = bind(b, hole, chain);
  Core* body = infer(*e.items[0], hint);
  *hole = body;
  for (Core* c : chain) c->type = body->type;
  if (root->kind == CoreKind::Let) root->span = e.span; // the others are told of by their names
  return root;
}

/// One binding of a let, put into the hole that the one before it left; returns its own.
Core** Infer::bind(const Binding& b, Core** hole, std::vector<Core*>& chain) {
  const size_t pending = pending_.size(), rebound = rebindings_.size();
  Surroundings outer = enter_right_side();
  const Pattern& p = b.pattern;
  TypeId written = no_type;
  if (p.type) written = reader_.read(*p.type, scope_, level_);
  Core* value = infer(*b.value, written);
  if (p.type) equal(written, value->type, b.value->span, {.kind = Why::Annotation, .other = p.type->span});
  CorePattern pattern;
  const bool simple = p.kind == Pattern::Variable;
  if (!simple) pattern = this->pattern(p, value->type, {.kind = Why::Pattern, .other = b.value->span});
  const bool general = leave_right_side(std::move(outer), pending);
  return simple ? bind_variable(b, value, general, hole, chain)
                : bind_pattern(b, value, std::move(pattern), rebound, general, hole, chain);
}

Core** Infer::bind_variable(const Binding& b, Core* value, bool general, Core** hole,
                            std::vector<Core*>& chain) {
  Core* c = make(CoreKind::Let, no_type, b.pattern.span, {value, nullptr});
  c->var = b.pattern.var;
  generalise_local(c->var, value->type, general, c);
  chain.push_back(c), *hole = c;
  return &c->items[1];
}

namespace {

/// Is one of a pattern's variables set! somewhere?
bool sets_any(const CorePattern& p, const Program& program) {
  if (p.kind == CorePattern::Variable) return program[p.var].assigned;
  return std::ranges::any_of(p.items, [&](const CorePattern& i) { return sets_any(i, program); });
}

} // namespace

Core** Infer::bind_pattern(const Binding& b, Core* value, CorePattern pattern, size_t rebound, bool general,
                           Core** hole, std::vector<Core*>& chain) {
  if (general && rebindings_.size() == rebound && !sets_any(pattern, f_.program) &&
      !f_.types[resolve(value->type)].concrete) {
    const Poly poly = schemes_.generalise(std::span(&value->type, 1), level_, false)[0];
    if (!poly.plain()) {
      match_one(value, pattern, value, true);
      return bind_parts(value, pattern, poly, hole, chain);
    }
  }
  unifier_.lower(value->type, level_);
  Core* c = match_one(value, std::move(pattern), nullptr, true);
  c->span = b.pattern.span;
  chain.push_back(c), *hole = c;
  hole = &c->arms[0].body;
  for (; rebindings_.size() > rebound;
       rebindings_.pop_back()) { // the fields together, as a variable of its own
    *hole = rebinding_let(rebindings_.back(), nullptr);
    chain.push_back(*hole), hole = &(*hole)->items[1];
  }
  return hole;
}

namespace {

/// A copy of a pattern with variables of its own for those that it binds.
CorePattern with_fresh_variables(CorePattern p, auto&& fresh) {
  if (p.kind == CorePattern::Variable) p.var = fresh(p);
  for (CorePattern& i : p.items) i = with_fresh_variables(std::move(i), fresh);
  return p;
}

} // namespace

/// A generalised pattern: the value gets a name, and each variable is taken out of it by itself, so that each
/// use may be at other types.
Core** Infer::bind_parts(Core* value, const CorePattern& pattern, const Poly& poly, Core** hole,
                         std::vector<Core*>& chain) {
  const auto let = [&](VarId v, Core* bound) {
    Core* c = make(CoreKind::Let, no_type, bound->span, {bound, nullptr});
    c->var = v, c->quantified = poly.scheme.quantified;
    chain.push_back(c), *hole = c, hole = &c->items[1];
  };
  const VarId whole = fresh_variable(value->type, value->span);
  let(whole, value);
  std::vector<std::pair<VarId, TypeId>> variables;
  with_fresh_variables(pattern,
                       [&](const CorePattern& p) { return variables.emplace_back(p.var, p.type).first; });
  for (const auto& [v, type] : variables) {
    VarId inner{};
    CorePattern copy = with_fresh_variables(pattern, [&, v = v](const CorePattern& p) {
      const VarId own = fresh_variable(p.type, p.span);
      if (p.var == v) inner = own;
      return own;
    });
    Core* use = local_use(whole, value->type, value->span);
    use->instance = poly.scheme.quantified;
    let(v, match_one(use, std::move(copy), local_use(inner, type, value->span), false));
    LocalInfo& info = local_info(v);
    info.type = type, info.poly = static_cast<uint32_t>(polys_.size());
    polys_.push_back(poly);
    polys_.back().scheme.type = type;
  }
  return hole;
}

/// The type of a lambda as far as its text shows it: its parameters, so that recursive uses know how many
/// there are.
TypeId Infer::lambda_shape(const Expr& e) {
  if (e.kind != ExprKind::Lambda) return fresh();
  std::vector<TypeId> parameters;
  if (e.parameters.empty()) parameters.push_back(prim(Element::Unit));
  for (size_t i = 0; i < e.parameters.size(); ++i) parameters.push_back(fresh());
  return fun_type(parameters, fresh(), effects_.fresh(level_));
}

Core* Infer::let_rec(const Expr& e, TypeId hint) {
  const size_t pending = pending_.size(), uses = open_uses_.size();
  Surroundings outer = enter_right_side();
  Core* c = make(CoreKind::LetRec, no_type, e.span);
  std::vector<TypeId> types;
  for (const Binding& b : e.bindings) {
    c->vars.push_back(b.pattern.var);
    types.push_back(lambda_shape(*b.value));
    local_info(b.pattern.var) = {types.back(), 0, true};
  }
  for (size_t i = 0; i < e.bindings.size(); ++i) {
    const Binding& b = e.bindings[i];
    TypeScope kept = std::exchange(scope_, {});
    if (b.pattern.type)
      equal(reader_.read(*b.pattern.type, scope_, level_), types[i], b.pattern.type->span,
            {.kind = Why::Definition, .name = f_.symbols.text(f_.program[b.pattern.var].name)});
    c->items.push_back(expect(*b.value, types[i], {.kind = Why::Definition}));
    scope_ = std::move(kept);
  }
  leave_right_side(std::move(outer), pending);
  if (f_.expander->keeps_wrong)
    for (const TypeId t : types) unifier_.lower(t, level_);
  const std::vector<Poly> polys = schemes_.generalise(types, level_, true);
  for (size_t i = 0; i < types.size(); ++i) {
    local_info(c->vars[i]) = {types[i], static_cast<uint32_t>(polys_.size()), false};
    polys_.push_back(polys[i]);
  }
  c->quantified = polys.empty() ? std::vector<TypeId>{} : polys[0].scheme.quantified;
  close_uses(uses, c->vars, c->quantified);
  c->items.push_back(infer(*e.items[0], hint));
  c->type = c->items.back()->type;
  return c;
}

/// Uses of a group's functions within the group are at the group's own variables.
void Infer::close_uses(size_t from, std::span<const VarId> group, const std::vector<TypeId>& quantified) {
  const auto closed = [&](Core* use) {
    if (use->kind != CoreKind::Local || !std::ranges::count(group, use->var)) return false;
    use->instance = quantified;
    return true;
  };
  open_uses_.erase(
      std::remove_if(open_uses_.begin() + static_cast<ptrdiff_t>(from), open_uses_.end(), closed),
      open_uses_.end());
}

/// The arrows of a function of so many parameters. Those of the hint serve as its own, as far as they go;
/// `rest` is then the result that the hint asks for.
Infer::Arrows Infer::arrows(size_t count, TypeId hint) {
  Arrows out;
  out.rest = hint;
  for (size_t i = 0; i < count; ++i) {
    const TypeId t = resolve(out.rest);
    const bool known = is(t, TypeKind::Fun) && f_.types[t].effect != pure_effect;
    out.parameters.push_back(known ? f_.types.arg(t, 0) : fresh());
    out.effects.push_back(known ? f_.types[t].effect : effects_.fresh(level_));
    out.rest = known ? f_.types.arg(t, 1) : no_type;
  }
  return out;
}

/// Gives a lambda its variables; patterns get one each, and are returned to be matched in the body.
std::vector<CorePattern> Infer::bind_parameters(const Expr& e, const Arrows& arrows, Core* lambda) {
  std::vector<CorePattern> patterns;
  for (size_t i = 0; i < e.parameters.size(); ++i) {
    patterns.push_back(pattern(e.parameters[i], arrows.parameters[i], {.kind = Why::Parameter}));
    const bool simple = patterns[i].kind == CorePattern::Variable;
    lambda->vars.push_back(simple ? patterns[i].var
                                  : fresh_variable(arrows.parameters[i], e.parameters[i].span));
  }
  if (!e.parameters.empty()) return patterns;
  equal(prim(Element::Unit), arrows.parameters[0], e.span, {.kind = Why::Parameter});
  lambda->vars.push_back(fresh_variable(prim(Element::Unit), e.span));
  return patterns;
}

Core* Infer::lambda(const Expr& e, TypeId hint) {
  const size_t rebound = rebindings_.size();
  const Arrows own = arrows(std::max<size_t>(e.parameters.size(), 1), hint);
  Core* c = make(CoreKind::Lambda, no_type, e.span);
  const EffectId outer = std::exchange(effect_, own.effects.back());
  std::vector<CorePattern> patterns = bind_parameters(e, own, c);
  const TypeId result = e.type ? reader_.read(*e.type, scope_, level_) : own.rest;
  Core* body = infer(*e.items[0], result);
  if (e.type) equal(result, body->type, e.items[0]->span, {.kind = Why::Result, .other = e.type->span});
  const TypeId body_type = body->type;
  body = rebind(body, rebound);
  for (size_t i = patterns.size(); i-- > 0;) {
    if (patterns[i].kind == CorePattern::Variable) continue;
    Core* use = local_use(c->vars[i], own.parameters[i], e.parameters[i].span);
    body = match_one(use, std::move(patterns[i]), body, true);
  }
  effect_ = outer;
  c->items.push_back(body);
  if (own.rest != no_type && resolve(own.rest) == resolve(body_type)) return c->type = hint, c;
  c->type = body_type;
  for (size_t i = own.parameters.size(); i-- > 0;)
    c->type = f_.types.fun(own.parameters[i], c->type, own.effects[i]);
  return c;
}

} // namespace nova
