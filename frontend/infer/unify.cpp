#include "frontend/infer/unify.hpp"
#include <algorithm>

namespace nova {
namespace {

constexpr Classes structural = structural_classes;

} // namespace

Classes classes_of(Element e) {
  Classes c = Eq;
  if (is_number(e)) c |= Num | Ord | Scalar | file_classes;
  if (is_integer(e)) c |= Integral | Bits | Index;
  if (is_real(e)) c |= Fractional;
  if (is_real(e) || e == Element::U64) c |= Wide;
  if (e == Element::Bool) c |= Ord | Bits | Scalar | file_classes;
  if (e == Element::Char) c |= Ord | Scalar | file_classes;
  return c;
}

bool satisfiable(Classes classes) {
  if (classes & AnyRank) return classes == AnyRank;
  if (!(classes & ~structural)) return true;
  for (int e = 0; e < element_count; ++e)
    if ((classes_of(static_cast<Element>(e)) & classes) == classes) return true;
  return false;
}

UnifyFailure Unifier::unify_new(TypeId a, TypeId b) {
  a = types_.resolve(a), b = types_.resolve(b);
  if (a == b) return {};
  if (!spend()) return {UnifyFailure::TooLarge, a, b};
  const bool a_open = types_[a].kind == TypeKind::Var, b_open = types_[b].kind == TypeKind::Var;
  if (a_open && b_open) return merge(a, b);
  if (a_open) return bind(a, b);
  if (b_open) return bind(b, a);
  return unify_parts(a, b);
}

UnifyFailure Unifier::unify_parts(TypeId a, TypeId b) {
  const TypeNode x = types_[a], y = types_[b];
  // Concrete types are interned: two of them are equal only if their ids are equal.
  if (x.kind != y.kind || x.payload != y.payload || x.count != y.count || (x.concrete && y.concrete))
    return {UnifyFailure::Mismatch, a, b};
  if (!unified_.add(a, b)) return {};
  if (x.kind == TypeKind::Fun) effects_.unify(x.effect, y.effect);
  for (uint32_t i = 0; i < x.count; ++i)
    if (UnifyFailure f = unify_new(types_.arg(a, i), types_.arg(b, i))) return f;
  return {};
}

/// Binds `variable` to `into`, which gets the classes of both. If `variable` is rigid, binds the other one instead.
UnifyFailure Unifier::merge(TypeId variable, TypeId into) {
  if (types_.variable(variable).rigid) std::swap(variable, into);
  auto &from = types_.variable(variable), &to = types_.variable(into);
  if (from.rigid) return {UnifyFailure::Mismatch, variable, into};
  if (to.rigid && (from.classes & ~to.classes)) return {UnifyFailure::Class, into, variable, from.classes};
  const Classes both = from.classes | to.classes;
  if (!satisfiable(both)) return {UnifyFailure::Class, into, variable, from.classes};
  to.classes = both, to.level = std::min(to.level, from.level);
  if (to.name == Symbol{}) to.name = from.name;
  from.bound = true, from.binding = into;
  return {};
}

UnifyFailure Unifier::bind(TypeId variable, TypeId t) {
  const Types::Variable v = types_.variable(variable);
  if (v.rigid) return {UnifyFailure::Mismatch, variable, t};
  if (v.classes)
    if (UnifyFailure f = constrain(t, v.classes)) return f;
  visited_.begin();
  if (!types_[t].concrete && !adjust(variable, t, v.level))
    return {spend() ? UnifyFailure::Infinite : UnifyFailure::TooLarge, variable, t};
  auto& slot = types_.variable(variable);
  slot.bound = true, slot.binding = t;
  return {};
}

/// Looks for the variable in t, and lowers the variables and effects of t to `level` on the way. Returns false if the
/// variable occurs in t, or if the bound on work is reached.
bool Unifier::adjust(TypeId variable, TypeId t, uint32_t level) {
  t = types_.resolve(t);
  const TypeNode n = types_[t];
  if (n.concrete) return true;
  if (t == variable || !spend()) return false;
  if (!visited_.add(t)) return true;
  if (n.kind == TypeKind::Var) {
    auto& v = types_.variable(t);
    v.level = std::min(v.level, level);
    return true;
  }
  if (n.kind == TypeKind::Fun) effects_.lower(n.effect, level);
  for (uint32_t i = 0; i < n.count; ++i)
    if (!adjust(variable, types_.arg(t, i), level)) return false;
  return true;
}

void Unifier::lower(TypeId t, uint32_t level) {
  constexpr TypeId none{0}; // equals no variable: the id of a primitive type
  visited_.begin();
  adjust(none, t, level);
}

bool Unifier::occurs_in(TypeId variable, TypeId t) {
  t = types_.resolve(t);
  const TypeNode n = types_[t];
  if (n.concrete || !spend()) return false;
  if (t == variable) return true;
  if (!visited_.add(t)) return false;
  for (uint32_t i = 0; i < n.count; ++i)
    if (occurs_in(variable, types_.arg(t, i))) return true;
  return false;
}

/// Returns the classes that a sum type may have: Eq, a record also Ord, and a complex number those of arithmetic. Files
/// hold records, and values that may be missing; JSON holds all sums. An optional value is in Ord where its type
/// declares the present value first: constructors are compared in their order, so a missing one comes last.
Classes Unifier::classes_of_sum(TypeId t) const {
  const SumType& sum = types_.sum_type(SumId{types_[t].payload});
  if (sum.complex) return classes_of_complex;
  if (sum.is_record()) return structural;
  if (!sum.is_optional()) return Eq | Json;
  return Eq | file_classes | (sum.constructors[0].fields.empty() ? 0 : Ord);
}

UnifyFailure Unifier::constrain_new(TypeId t, Classes classes) {
  t = types_.resolve(t);
  const TypeNode n = types_[t];
  if (!spend()) return {UnifyFailure::TooLarge, t, t};
  if (n.kind != TypeKind::Var && !constrained_.add(t)) return {};
  const UnifyFailure failure{UnifyFailure::Class, t, t, classes};
  switch (n.kind) {
  case TypeKind::Var: {
    auto& v = types_.variable(t);
    if ((v.classes & classes) == classes) return {};
    if (v.rigid && !sums_.empty()) return {}; // a sum's parameter: constrain_sum checks its argument instead
    if (v.rigid || !satisfiable(v.classes | classes)) return failure;
    v.classes |= classes;
    return {};
  }
  case TypeKind::Prim: return (classes_of(types_.element(t)) & classes) == classes ? UnifyFailure{} : failure;
  case TypeKind::Tuple:
  case TypeKind::Vector: return classes & ~structural ? failure : constrain_parts(t, classes);
  case TypeKind::Rank: return classes == AnyRank ? UnifyFailure{} : failure;
  case TypeKind::Sum: return classes & ~classes_of_sum(t) ? failure : constrain_sum(t, classes);
  default: return failure;
  }
}

UnifyFailure Unifier::constrain_parts(TypeId t, Classes classes) {
  const bool vector = types_[t].kind == TypeKind::Vector;
  for (uint32_t i = vector ? 1 : 0; i < types_[t].count; ++i)
    if (UnifyFailure f = constrain_new(types_.arg(t, i), classes)) return f;
  return {};
}

std::optional<Unifier::SumField> Unifier::field_without(TypeId t, Classes classes) {
  t = types_.resolve(t);
  if (types_[t].kind != TypeKind::Sum || types_.is_complex(t)) return {};
  constrained_.begin();
  return first_field_without(SumId{types_[t].payload}, classes);
}

std::optional<Unifier::SumField> Unifier::first_field_without(SumId id, Classes classes) {
  sums_.push_back(id);
  std::optional<SumField> found;
  for (uint32_t c = 0; c < types_.sum_type(id).constructors.size() && !found; ++c)
    for (uint32_t k = 0; k < types_.sum_type(id).constructors[c].fields.size() && !found; ++k)
      if (constrain_new(types_.sum_type(id).constructors[c].fields[k], classes)) found = SumField{c, k};
  sums_.pop_back();
  return found;
}

/// Demands that a sum type has the classes. It has them if its arguments and all its fields have them. Fields are
/// checked in terms of the sum's own parameters. A recursive sum is assumed to have the classes while its fields are
/// checked.
UnifyFailure Unifier::constrain_sum(TypeId t, Classes classes) {
  if (types_.is_complex(t)) return constrain_new(types_.arg(t, 0), real_classes);
  const SumId id{types_[t].payload};
  for (uint32_t i = 0; i < types_[t].count; ++i)
    if (UnifyFailure f = constrain_new(types_.arg(t, i), classes)) return f;
  const uint32_t key = 8 * types_[t].payload + (classes & Ord ? 1 : 0) + (classes & Storable ? 2 : 0) +
                       (classes & Json ? 4 : 0);
  if (std::ranges::find(sums_, id) != sums_.end() || fields_hold_.contains(key)) return {};
  if (first_field_without(id, classes)) return {UnifyFailure::Class, t, t, classes};
  if (sums_.empty()) fields_hold_.insert(key);
  return {};
}

bool Unifier::could_hold(TypeId t, Classes classes) const {
  const TypeNode n = types_[t];
  switch (n.kind) {
  case TypeKind::Prim: return (classes_of(types_.element(t)) & classes) == classes;
  case TypeKind::Tuple:
  case TypeKind::Vector: return !(classes & ~structural);
  case TypeKind::Sum: return !(classes & ~classes_of_sum(t));
  case TypeKind::Rank: return !(classes & ~AnyRank);
  default: return classes == 0;
  }
}

bool Unifier::lacks(TypeId t, Classes classes) const {
  t = types_.resolve(t);
  return types_[t].kind == TypeKind::Var ? !satisfiable(types_.variable(t).classes | classes)
                                         : !could_hold(t, classes);
}

bool Unifier::may_equal_new(TypeId a, TypeId b) {
  a = types_.resolve(a), b = types_.resolve(b);
  if (a == b) return true;
  const TypeNode x = types_[a], y = types_[b];
  if (x.kind == TypeKind::Var && y.kind == TypeKind::Var)
    return satisfiable(types_.variable(a).classes | types_.variable(b).classes);
  if (y.kind == TypeKind::Var) return may_equal_new(b, a);
  if (x.kind == TypeKind::Var)
    return !types_.variable(a).rigid && could_hold(b, types_.variable(a).classes) && !occurs(a, b);
  if (x.kind != y.kind || x.payload != y.payload || x.count != y.count || (x.concrete && y.concrete))
    return false;
  if (!compared_.add(a, b)) return true;
  for (uint32_t i = 0; i < x.count; ++i)
    if (!may_equal_new(types_.arg(a, i), types_.arg(b, i))) return false;
  return true;
}

} // namespace nova
