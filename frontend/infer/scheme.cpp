#include "frontend/infer/scheme.hpp"

namespace nova {
namespace {

constexpr uint32_t cost_of_copy = 8, cost_of_variable = 24; ///< in steps of unification

} // namespace

void Copier::replace(TypeId variable, TypeId by) {
  at_grown(variables_, types_[variable].payload) = {stamp_, by};
}
void Copier::replace(EffectId effect, EffectId by) {
  at_grown(arrows_, static_cast<uint32_t>(effects_.find(effect))) = {stamp_, by};
}

EffectId Copier::copy(EffectId e) {
  if (e == pure_effect) return effects_.fresh(level_);
  e = effects_.find(e);
  const uint32_t i = static_cast<uint32_t>(e);
  return i < arrows_.size() && arrows_[i].stamp == stamp_ ? arrows_[i].by : e;
}

TypeId Copier::copy(TypeId t) {
  t = types_.resolve(t);
  const TypeNode n = types_[t];
  if (n.kind == TypeKind::Var)
    return n.payload < variables_.size() && variables_[n.payload].stamp == stamp_ ? variables_[n.payload].by
                                                                                  : t;
  if (n.concrete && n.kind != TypeKind::Fun) return t;
  const uint32_t i = static_cast<uint32_t>(t);
  if (i < nodes_.size() && nodes_[i].stamp == stamp_) return nodes_[i].by;
  if (!work_.spend(cost_of_copy)) return t; // the bound is reached: reported at the definition's end
  const TypeId by = copy_parts(t);
  at_grown(nodes_, i) = {stamp_, by};
  return by;
}

TypeId Copier::copy_parts(TypeId t) {
  const TypeNode n = types_[t];
  if (n.kind == TypeKind::Fun) {
    const TypeId parameter = copy(types_.arg(t, 0)), result = copy(types_.arg(t, 1));
    return types_.fun(parameter, result, copy(n.effect));
  }
  if (n.kind == TypeKind::Vector) {
    const TypeId rank = copy(types_.arg(t, 0));
    return types_.vector(rank, copy(types_.arg(t, 1)));
  }
  std::vector<TypeId> args(n.count);
  for (uint32_t i = 0; i < n.count; ++i) args[i] = copy(types_.arg(t, i));
  return n.kind == TypeKind::Tuple ? types_.tuple(args) : types_.sum(SumId{n.payload}, args);
}

void Generaliser::walk(TypeId t, uint32_t level, OpenParts& out) {
  t = types_.resolve(t);
  const TypeNode n = types_[t];
  if (n.concrete) return;
  if (!seen_.add(t)) return;
  // If this fails at level 0, the type itself nests too deeply. At other levels, nested expressions may be the cause.
  if (!work_.spend()) {
    if (level == 0) work_.give_up();
    return;
  }
  if (n.kind == TypeKind::Var) {
    const auto& v = types_.variable(t);
    if (!v.rigid && v.level > level) out.variables.push_back(t);
    return;
  }
  if (n.kind == TypeKind::Fun) {
    const EffectId e = effects_.find(n.effect);
    uint32_t& seen = at_grown(seen_effects_, static_cast<uint32_t>(e));
    if (seen != stamp_ && e > io_effect && effects_.level(e) > level) out.effects.push_back(e);
    seen = stamp_;
  }
  for (uint32_t i = 0; i < n.count; ++i) walk(types_.arg(t, i), level, out);
}

OpenParts Generaliser::open_parts(std::span<const TypeId> types, uint32_t level) {
  ++stamp_, seen_.begin();
  OpenParts out;
  for (TypeId t : types) walk(t, level, out);
  return out;
}

std::vector<Poly> Generaliser::generalise(std::span<const TypeId> types, uint32_t level, bool with_classes) {
  const OpenParts open = open_parts(types, level);
  std::vector<TypeId> quantified;
  for (TypeId v : open.variables) {
    auto& variable = types_.variable(v);
    const bool index = variable.classes & Index && variable.name == Symbol{};
    if (index || (variable.classes && !with_classes))
      variable.level = level;
    else
      variable.rigid = true, quantified.push_back(v);
  }
  if (types.size() > 1) effects_.collapse_cycles(open.effects);
  std::vector<Poly> out(types.size());
  for (size_t i = 0; i < types.size(); ++i) {
    out[i].scheme = {quantified, types[i]};
    const std::vector<EffectId> own =
        types.size() == 1 ? open.effects : open_parts(types.subspan(i, 1), level).effects;
    out[i].effects = effects_.generalise(own, level);
  }
  return out;
}

void Generaliser::fresh_variables(std::span<const TypeId> quantified, uint32_t level,
                                  std::vector<TypeId>& instance) {
  copier_.begin(level);
  instance.reserve(quantified.size());
  for (TypeId q : quantified) {
    instance.push_back(types_.fresh(level, types_.variable(q).classes));
    copier_.replace(q, instance.back());
  }
}

TypeId Generaliser::instantiate(const Poly& p, uint32_t level, Span use, std::string_view name,
                                std::vector<TypeId>& instance) {
  if (p.plain()) return p.scheme.type;
  const size_t variables = p.scheme.quantified.size() + p.effects.quantified.size();
  if (!work_.spend(static_cast<uint32_t>(variables) * cost_of_variable)) {
    instance = p.scheme.quantified;
    return p.scheme.type;
  }
  fresh_variables(p.scheme.quantified, level, instance);
  const std::vector<EffectId> effects = effects_.instantiate(p.effects, level, use, name);
  for (size_t i = 0; i < effects.size(); ++i) copier_.replace(p.effects.quantified[i], effects[i]);
  return copier_.copy(p.scheme.type);
}

Signature Generaliser::instantiate(const Signature& s, uint32_t level, std::vector<TypeId>& instance) {
  Signature out;
  fresh_variables(s.quantified, level, instance);
  out.parameters.reserve(s.parameters.size());
  for (TypeId p : s.parameters) out.parameters.push_back(copier_.copy(p));
  out.result = copier_.copy(s.result);
  return out;
}

std::pair<std::vector<TypeId>, TypeId> Generaliser::constructor_at(SumId id, uint32_t constructor,
                                                                   uint32_t level) {
  const std::vector<TypeId> parameters = types_.sum_type(id).parameters;
  const std::vector<TypeId> fields = types_.sum_type(id).constructors[constructor].fields;
  std::vector<TypeId> arguments, out;
  fresh_variables(parameters, level, arguments);
  for (TypeId f : fields) out.push_back(copier_.copy(f));
  return {std::move(out), types_.sum(id, arguments)};
}

} // namespace nova
