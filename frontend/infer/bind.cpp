// Inference of the expressions that bind variables: let, letrec, lambda. Right sides are inferred one level deeper,
// so that type variables that are open only there can be generalised.
#include "frontend/expand/expander.hpp"
#include "frontend/infer/calls.hpp"
#include "frontend/infer/deferred.hpp"
#include "frontend/infer/errors/report.hpp"
#include "frontend/infer/expressions.hpp"
#include <algorithm>

namespace nova {
namespace {

/// The part of the state that a let's right side changes. It is restored when the right side ends.
struct Surroundings {
  EffectId effect;
  TypeScope scope;
};

/// The arrows of a lambda's type: parameter types, the effect of each arrow, and the expected result type (or
/// no_type).
struct Arrows {
  std::vector<TypeId> parameters;
  std::vector<EffectId> effects;
  TypeId rest = no_type;
};

} // namespace

static Surroundings enter_right_side(Inference& in) {
  ++in.def.level;
  Surroundings outer{in.def.effect, std::exchange(in.def.scope, {})};
  in.def.effect = in.effects.fresh(in.def.level);
  return outer;
}

/// Ends a let's right side: restores `outer`. From index `pending_from` on, solves the pending constraints whose
/// types are known. Returns true if the right side does no IO, so that its type may be generalised.
static bool leave_right_side(Inference& in, Surroundings outer, size_t pending_from) {
  --in.def.level;
  const bool does_io = in.effects.does_io(in.def.effect);
  in.effects.flow(in.def.effect, outer.effect);
  in.def.effect = outer.effect, in.def.scope = std::move(outer.scope);
  settle_from(in, pending_from);
  return !does_io;
}

/// Sets the type of the variable v. Generalises this type if `general` is true and nothing else forbids that. Stores
/// the quantified type variables in `node`.
static void generalise_local(Inference& in, VarId v, TypeId type, bool general, Core* node) {
  LocalInfo& info = in.local_info(v);
  info.type = type;
  if (in.f.types[in.resolve(type)].concrete) return;
  const bool function_at_its_calls = in.f.expander->keeps_wrong && in.is_function(type);
  if (!general || in.f.program[v].assigned || function_at_its_calls)
    return in.unifier.lower(type, in.def.level);
  Poly poly = in.schemes.generalise(std::span(&type, 1), in.def.level, in.is_function(type))[0];
  if (poly.plain()) return;
  node->quantified = poly.scheme.quantified;
  info.poly = static_cast<uint32_t>(in.polys.size());
  in.polys.push_back(std::move(poly));
}

namespace {

void note_call(OpenDefinition& def, const Expr& callee, size_t arguments) {
  if (callee.kind != ExprKind::Local) return;
  size_t& most = def.call_arguments[callee.var];
  most = std::max(most, arguments);
}

/// Returns with how many arguments a call of the built-in calls its first argument.
size_t arguments_of_callback(BuiltinId id, size_t arguments) {
  switch (id) {
  case BuiltinId::Map: return arguments - 1;
  case BuiltinId::Reduce:
  case BuiltinId::ReduceComm:
  case BuiltinId::Foldl:
  case BuiltinId::Scanl:
  case BuiltinId::Scan: return 2;
  default: return 1;
  }
}

/// Notes, for each local variable, the largest number of arguments with which the expression calls it, itself or by a
/// built-in.
void note_calls(OpenDefinition& def, const Expr& e) {
  if (StackGuard::exhausted() || (e.kind == ExprKind::Let && !def.calls_noted.insert(&e).second)) return;
  if (e.kind == ExprKind::Apply && e.items.size() > 1) {
    note_call(def, *e.items[0], e.items.size() - 1);
    if (e.items[0]->kind == ExprKind::Builtin)
      note_call(def, *e.items[1], arguments_of_callback(e.items[0]->builtin, e.items.size() - 1));
  }
  for (const Expr* item : e.items) note_calls(def, *item);
  for (const Binding& b : e.bindings) note_calls(def, *b.value);
  for (const Arm& arm : e.arms) note_calls(def, *arm.body);
}

/// Returns the type that the calls of the binding's variable demand of its value, if that is a map without vectors.
TypeId demanded_by_calls(Inference& in, const Expr& let, const Binding& b) {
  if (!is_open_map(*b.value) || b.pattern.kind != Pattern::Variable) return no_type;
  note_calls(in.def, let);
  return vectors_to_any(in, std::max<size_t>(in.def.call_arguments[b.pattern.var], 1));
}

} // namespace

Core* infer_let(Inference& in, const Expr& e, TypeId hint) {
  Core* root = nullptr;
  Core** hole = &root;
  std::vector<Core*> chain;
  for (const Binding& b : e.bindings) hole = infer_binding(in, b, demanded_by_calls(in, e, b), hole, chain);
  Core* body = infer(in, *e.items[0], hint);
  *hole = body;
  for (Core* c : chain) c->type = body->type;
  if (root->kind == CoreKind::Let) root->span = e.span; // the other lets have the spans of their patterns
  return root;
}

static Core** bind_variable(Inference& in, const Binding& b, Core* value, bool general, Core** hole,
                            std::vector<Core*>& chain) {
  Core* c = in.make(CoreKind::Let, no_type, b.pattern.span, {value, nullptr});
  c->var = b.pattern.var;
  generalise_local(in, c->var, value->type, general, c);
  in.local_info(c->var).value = value;
  chain.push_back(c), *hole = c;
  return &c->items[1];
}

namespace {

/// Whether some `set!` assigns one of the pattern's variables.
bool sets_any(const CorePattern& p, const Program& program) {
  if (p.kind == CorePattern::Variable) return program[p.var].assigned;
  return std::ranges::any_of(p.items, [&](const CorePattern& i) { return sets_any(i, program); });
}

/// Returns a copy of a pattern in which each variable is replaced by the one that `fresh` returns for it.
CorePattern with_fresh_variables(CorePattern p, auto&& fresh) {
  if (p.kind == CorePattern::Variable) p.var = fresh(p);
  for (CorePattern& i : p.items) i = with_fresh_variables(std::move(i), fresh);
  return p;
}

} // namespace

/// Binds a generalised pattern. A new variable is bound to the whole value. Each variable of the pattern is bound to
/// a match of its own on that value, so that each use may be at other types. Returns the address of the last let's
/// body.
static Core** bind_parts(Inference& in, Core* value, const CorePattern& pattern, const Poly& poly,
                         Core** hole, std::vector<Core*>& chain) {
  const auto let = [&](VarId v, Core* bound) {
    Core* c = in.make(CoreKind::Let, no_type, bound->span, {bound, nullptr});
    c->var = v, c->quantified = poly.scheme.quantified;
    chain.push_back(c), *hole = c, hole = &c->items[1];
  };
  const VarId whole = in.fresh_variable(value->type, value->span);
  let(whole, value);
  std::vector<std::pair<VarId, TypeId>> variables;
  with_fresh_variables(pattern,
                       [&](const CorePattern& p) { return variables.emplace_back(p.var, p.type).first; });
  for (const auto& [v, type] : variables) {
    VarId inner{};
    CorePattern copy = with_fresh_variables(pattern, [&, v = v](const CorePattern& p) {
      const VarId own = in.fresh_variable(p.type, p.span);
      if (p.var == v) inner = own;
      return own;
    });
    Core* use = in.local_use(whole, value->type, value->span);
    use->instance = poly.scheme.quantified;
    let(v, match_one(in, use, std::move(copy), in.local_use(inner, type, value->span), false));
    LocalInfo& info = in.local_info(v);
    info.type = type, info.poly = static_cast<uint32_t>(in.polys.size());
    in.polys.push_back(poly);
    in.polys.back().scheme.type = type;
  }
  return hole;
}

static Core** bind_pattern(Inference& in, const Binding& b, Core* value, CorePattern pattern, size_t rebound,
                           bool general, Core** hole, std::vector<Core*>& chain) {
  if (general && in.def.rebindings.size() == rebound && !sets_any(pattern, in.f.program) &&
      !in.f.types[in.resolve(value->type)].concrete) {
    const Poly poly = in.schemes.generalise(std::span(&value->type, 1), in.def.level, false)[0];
    if (!poly.plain()) {
      match_one(in, value, pattern, value, true);
      return bind_parts(in, value, pattern, poly, hole, chain);
    }
  }
  in.unifier.lower(value->type, in.def.level);
  Core* c = match_one(in, value, std::move(pattern), nullptr, true);
  c->span = b.pattern.span;
  chain.push_back(c), *hole = c;
  hole = &c->arms[0].body;
  for (; in.def.rebindings.size() > rebound;
       in.def.rebindings.pop_back()) { // each binds a variable for all fields of a constructor
    *hole = rebinding_let(in, in.def.rebindings.back(), nullptr);
    chain.push_back(*hole), hole = &(*hole)->items[1];
  }
  return hole;
}

Core** infer_binding(Inference& in, const Binding& b, TypeId hint, Core** hole, std::vector<Core*>& chain) {
  const size_t pending = in.def.pending.size(), rebound = in.def.rebindings.size();
  Surroundings outer = enter_right_side(in);
  const Pattern& p = b.pattern;
  const TypeId written = p.type ? in.reader.read(*p.type, in.def.scope, in.def.level) : no_type;
  Core* value = infer(in, *b.value, p.type ? written : hint);
  if (p.type)
    require_equal(in, written, value->type, b.value->span, {.kind = Why::Annotation, .other = p.type->span});
  CorePattern pattern;
  const bool simple = p.kind == Pattern::Variable;
  if (!simple) pattern = infer_pattern(in, p, value->type, {.kind = Why::Pattern, .other = b.value->span});
  const bool general = leave_right_side(in, std::move(outer), pending);
  return simple ? bind_variable(in, b, value, general, hole, chain)
                : bind_pattern(in, b, value, std::move(pattern), rebound, general, hole, chain);
}

TypeId lambda_shape(Inference& in, const Expr& e) {
  if (e.kind != ExprKind::Lambda) return in.fresh();
  std::vector<TypeId> parameters;
  if (e.parameters.empty()) parameters.push_back(in.prim(Element::Unit));
  for (size_t i = 0; i < e.parameters.size(); ++i) parameters.push_back(in.fresh());
  return fun_type(in, parameters, in.fresh(), in.effects.fresh(in.def.level));
}

/// Completes the uses of a group's functions within the group: their instance is the group's quantified variables.
/// Removes these uses from `open_uses`, where they are at index `from` or later.
static void close_uses(Inference& in, size_t from, std::span<const VarId> group,
                       const std::vector<TypeId>& quantified) {
  const auto closed = [&](Core* use) {
    if (use->kind != CoreKind::Local || !std::ranges::count(group, use->var)) return false;
    use->instance = quantified;
    return true;
  };
  in.def.open_uses.erase(
      std::remove_if(in.def.open_uses.begin() + static_cast<ptrdiff_t>(from), in.def.open_uses.end(), closed),
      in.def.open_uses.end());
}

Core* infer_letrec(Inference& in, const Expr& e, TypeId hint) {
  const size_t pending = in.def.pending.size(), uses = in.def.open_uses.size();
  Surroundings outer = enter_right_side(in);
  Core* c = in.make(CoreKind::LetRec, no_type, e.span);
  std::vector<TypeId> types;
  for (const Binding& b : e.bindings) {
    c->vars.push_back(b.pattern.var);
    types.push_back(lambda_shape(in, *b.value));
    in.local_info(b.pattern.var) = {types.back(), 0, true};
  }
  for (size_t i = 0; i < e.bindings.size(); ++i) {
    const Binding& b = e.bindings[i];
    TypeScope kept = std::exchange(in.def.scope, {});
    if (b.pattern.type)
      require_equal(in, in.reader.read(*b.pattern.type, in.def.scope, in.def.level), types[i],
                    b.pattern.type->span,
                    {.kind = Why::Definition, .name = in.f.symbols.text(in.f.program[b.pattern.var].name)});
    c->items.push_back(expect(in, *b.value, types[i], {.kind = Why::Definition}));
    in.def.scope = std::move(kept);
  }
  leave_right_side(in, std::move(outer), pending);
  if (in.f.expander->keeps_wrong)
    for (const TypeId t : types) in.unifier.lower(t, in.def.level);
  const std::vector<Poly> polys = in.schemes.generalise(types, in.def.level, true);
  for (size_t i = 0; i < types.size(); ++i) {
    in.local_info(c->vars[i]) = {types[i], static_cast<uint32_t>(in.polys.size()), false};
    in.polys.push_back(polys[i]);
  }
  c->quantified = polys.empty() ? std::vector<TypeId>{} : polys[0].scheme.quantified;
  close_uses(in, uses, c->vars, c->quantified);
  c->items.push_back(infer(in, *e.items[0], hint));
  c->type = c->items.back()->type;
  return c;
}

/// Returns the arrows of a function of `count` parameters. They are taken from the hint as far as it has arrows, and
/// are fresh beyond. `rest` is the hint's result type behind them, or no_type.
static Arrows arrows_of(Inference& in, size_t count, TypeId hint) {
  Arrows out;
  out.rest = hint;
  for (size_t i = 0; i < count; ++i) {
    const TypeId t = in.resolve(out.rest);
    const bool known = in.is(t, TypeKind::Fun) && in.f.types[t].effect != pure_effect;
    out.parameters.push_back(known ? in.f.types.arg(t, 0) : in.fresh());
    out.effects.push_back(known ? in.f.types[t].effect : in.effects.fresh(in.def.level));
    out.rest = known ? in.f.types.arg(t, 1) : no_type;
  }
  return out;
}

/// Adds a variable to a lambda for each parameter, and returns the parameters' patterns. For each pattern that is not
/// just a variable, the caller adds a match to the body.
static std::vector<CorePattern> bind_parameters(Inference& in, const Expr& e, const Arrows& arrows,
                                                Core* lambda) {
  std::vector<CorePattern> patterns;
  for (size_t i = 0; i < e.parameters.size(); ++i) {
    patterns.push_back(infer_pattern(in, e.parameters[i], arrows.parameters[i], {.kind = Why::Parameter}));
    const bool simple = patterns[i].kind == CorePattern::Variable;
    lambda->vars.push_back(simple ? patterns[i].var
                                  : in.fresh_variable(arrows.parameters[i], e.parameters[i].span));
  }
  if (!e.parameters.empty()) return patterns;
  require_equal(in, in.prim(Element::Unit), arrows.parameters[0], e.span, {.kind = Why::Parameter});
  lambda->vars.push_back(in.fresh_variable(in.prim(Element::Unit), e.span));
  return patterns;
}

Core* infer_lambda(Inference& in, const Expr& e, TypeId hint) {
  const size_t rebound = in.def.rebindings.size();
  const Arrows own = arrows_of(in, std::max<size_t>(e.parameters.size(), 1), hint);
  Core* c = in.make(CoreKind::Lambda, no_type, e.span);
  const EffectId outer = std::exchange(in.def.effect, own.effects.back());
  std::vector<CorePattern> patterns = bind_parameters(in, e, own, c);
  const TypeId result = e.type ? in.reader.read(*e.type, in.def.scope, in.def.level) : own.rest;
  Core* body = infer(in, *e.items[0], result);
  if (e.type)
    require_equal(in, result, body->type, e.items[0]->span, {.kind = Why::Result, .other = e.type->span});
  const TypeId body_type = body->type;
  body = rebind(in, body, rebound);
  for (size_t i = patterns.size(); i-- > 0;) {
    if (patterns[i].kind == CorePattern::Variable) continue;
    Core* use = in.local_use(c->vars[i], own.parameters[i], e.parameters[i].span);
    body = match_one(in, use, std::move(patterns[i]), body, true);
  }
  in.def.effect = outer;
  c->items.push_back(body);
  if (own.rest != no_type && in.resolve(own.rest) == in.resolve(body_type)) return c->type = hint, c;
  c->type = body_type;
  for (size_t i = own.parameters.size(); i-- > 0;)
    c->type = in.f.types.fun(own.parameters[i], c->type, own.effects[i]);
  return c;
}

} // namespace nova
