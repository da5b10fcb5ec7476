#include "frontend/infer/declared_types.hpp"
#include "frontend/infer/components.hpp"
#include <algorithm>

namespace nova {
namespace {

/// Appends the sum types that occur anywhere in t to `out`. Shared parts are visited once, by means of `seen`.
void mentioned_sums(const Types& types, TypeId t, std::unordered_set<uint32_t>& seen,
                    std::vector<uint32_t>& out) {
  t = types.resolve(t);
  if (!seen.insert(static_cast<uint32_t>(t)).second) return;
  const TypeNode& n = types[t];
  if (n.kind == TypeKind::Sum) out.push_back(n.payload);
  for (TypeId a : types.args(t)) mentioned_sums(types, a, seen, out);
}

} // namespace

TypeReader::Declared& TypeReader::declared(TypeDeclId id) {
  if (declared_.size() <= static_cast<uint32_t>(id)) declared_.resize(f_.program.types.size());
  return declared_[static_cast<uint32_t>(id)];
}

TypeId TypeReader::read(const TypeExpr& t, TypeScope& scope, uint32_t level) {
  Types& types = f_.types;
  switch (t.kind) {
  case TypeExpr::Prim: return types.prim(t.element);
  case TypeExpr::Variable: return variable(t, scope, level);
  case TypeExpr::Unknown: return ++errors_, unknown(level); // reported already
  case TypeExpr::Named: return named(t, scope, level);
  case TypeExpr::Vector: {
    const TypeId rank = t.rank ? types.rank(t.rank) : variable(t, scope, level);
    if (!t.rank) unifier_.constrain(rank, AnyRank);
    return types.vector(rank, read(t.items[0], scope, level));
  }
  case TypeExpr::Fun: {
    const TypeId parameter = read(t.items[0], scope, level), result = read(t.items[1], scope, level);
    return types.fun(parameter, result, effects_.fresh(level));
  }
  case TypeExpr::Tuple: break;
  }
  std::vector<TypeId> items;
  for (const TypeExpr& i : t.items) items.push_back(read(i, scope, level));
  return types.tuple(items);
}

TypeId TypeReader::variable(const TypeExpr& t, TypeScope& scope, uint32_t level) {
  for (auto [name, type] : scope.variables)
    if (name == t.name) return type;
  if (scope.closed) ++errors_; // reported by the expander
  const TypeId v = unknown(level);
  f_.types.variable(v).name = t.name;
  scope.variables.emplace_back(t.name, v);
  return v;
}

TypeId TypeReader::named(const TypeExpr& t, TypeScope& scope, uint32_t level) {
  std::vector<TypeId> arguments;
  for (const TypeExpr& i : t.items) arguments.push_back(read(i, scope, level));
  const TypeDecl& d = f_.program[t.decl];
  if (arguments.size() != d.parameters.size()) return ++errors_, unknown(level); // reported by the expander
  if (d.alias) return alias_at(t.decl, t.span, arguments, level);
  return f_.types.sum(sum(t.decl), arguments);
}

TypeScope TypeReader::parameters_of(const TypeDecl& d, std::vector<TypeId>& parameters, uint32_t level) {
  TypeScope scope;
  scope.closed = true;
  for (Symbol p : d.parameters) {
    parameters.push_back(f_.types.fresh(level));
    f_.types.variable(parameters.back()).name = p;
    scope.variables.emplace_back(p, parameters.back());
  }
  return scope;
}

TypeId TypeReader::alias_at(TypeDeclId id, Span use, std::span<const TypeId> arguments, uint32_t level) {
  if (declared(id).state == Reading) return ++errors_, unknown(level); // reported by the expander
  read_alias(id);
  const Declared& d = declared(id);
  std::vector<TypeId> instance;
  const TypeId t = schemes_.instantiate(d.alias, level, use, {}, instance);
  for (size_t i = 0; i < d.parameters.size(); ++i) {
    const auto at = std::ranges::find(d.alias.scheme.quantified, d.parameters[i]);
    if (at != d.alias.scheme.quantified.end())
      unifier_.unify(instance[static_cast<size_t>(at - d.alias.scheme.quantified.begin())], arguments[i]);
  }
  return t;
}

void TypeReader::read_alias(TypeDeclId id) {
  if (declared(id).state == Read) return;
  declared(id).state = Reading;
  const TypeDecl& decl = f_.program[id];
  std::vector<TypeId> parameters;
  TypeScope scope = parameters_of(decl, parameters, 1);
  const TypeId t = read(*decl.alias, scope, 1);
  Declared& d = declared(id);
  d.alias = schemes_.generalise(std::span(&t, 1), 0, true)[0];
  d.parameters = std::move(parameters);
  d.state = Read;
}

SumId TypeReader::sum(TypeDeclId id) {
  if (!declared(id).known) read_sum(id);
  return declared(id).sum;
}

/// Adds the sum type of a declaration, without its fields, so that fields may refer to it. Fields may need further
/// sum types, which nested calls add. The outermost call then converts the fields of all of them.
void TypeReader::read_sum(TypeDeclId id) {
  const TypeDecl& decl = f_.program[id];
  SumType s;
  s.name = decl.name, s.span = decl.span;
  s.complex = is_complex(decl, f_.symbols), s.prelude = decl.prelude, s.in_place = decl.in_place;
  parameters_of(decl, s.parameters, 0);
  for (TypeId p : s.parameters) f_.types.variable(p).rigid = true;
  for (const auto& c : decl.constructors)
    s.constructors.push_back({c.name, c.span, {}, c.tuple_declared, c.names, c.titles});
  Declared& d = declared(id);
  d.known = true, d.sum = f_.types.add_sum(std::move(s));
  waiting_.push_back(id), fresh_sums_.push_back(d.sum);
  if (busy_) return;
  busy_ = true;
  while (!waiting_.empty()) {
    const TypeDeclId next = waiting_.back();
    waiting_.pop_back();
    read_fields(next);
  }
  busy_ = false;
  mark_recursive(std::exchange(fresh_sums_, {}));
}

void TypeReader::read_fields(TypeDeclId id) {
  const TypeDecl& decl = f_.program[id];
  const SumId sum = declared(id).sum;
  TypeScope scope;
  scope.closed = true;
  for (size_t i = 0; i < decl.parameters.size(); ++i)
    scope.variables.emplace_back(decl.parameters[i], f_.types.sum_type(sum).parameters[i]);
  for (size_t c = 0; c < decl.constructors.size(); ++c) {
    std::vector<TypeId> fields;
    for (const TypeExpr& t : decl.constructors[c].fields) fields.push_back(read(t, scope, 0));
    f_.types.sum_type(sum).constructors[c].fields = std::move(fields);
  }
}

void TypeReader::declare(TypeDeclId id) {
  if (!f_.program[id].alias)
    sum(id);
  else if (declared(id).state == Unread)
    read_alias(id);
}

/// Marks the recursive ones among `sums`: those that reach themselves through the types of their fields. Sums that
/// were converted earlier can't refer to these.
void TypeReader::mark_recursive(std::span<const SumId> sums) {
  std::unordered_set<uint32_t> fresh;
  for (SumId s : sums) fresh.insert(static_cast<uint32_t>(s));
  const auto mentioned = [&](uint32_t s) {
    std::vector<uint32_t> out;
    std::unordered_set<uint32_t> seen;
    for (const Constructor& c : f_.types.sum_type(SumId{s}).constructors)
      for (TypeId t : c.fields) mentioned_sums(f_.types, t, seen, out);
    std::erase_if(out, [&](uint32_t m) { return !fresh.contains(m); });
    return out;
  };
  const auto mark = [&](std::span<const uint32_t> component) {
    const bool recursive = component.size() > 1 || std::ranges::count(mentioned(component[0]), component[0]);
    for (uint32_t s : component) f_.types.sum_type(SumId{s}).recursive = recursive;
  };
  StrongComponents components(mentioned, mark);
  for (SumId s : sums) components.visit(static_cast<uint32_t>(s));
}

} // namespace nova
