// Unification: makes two types equal by binding their variables, with what hangs on variables: classes,
// levels of let nesting, effects of functions.
#pragma once
#include "frontend/core/types.hpp"
#include "frontend/core/visited.hpp"
#include "frontend/infer/effects.hpp"
#include "frontend/source/stack_guard.hpp"
#include "runtime/watch.hpp"
#include <unordered_set>
#include <vector>

namespace nova {

/// Why two types can't be equal: the innermost pair that differs, or the type that lacks a class.
struct UnifyFailure {
  enum Kind : uint8_t { None, Mismatch, Class, Infinite, TooLarge } kind = None;
  TypeId left{}, right{};
  Classes classes = 0; ///< Class: what `left` would have to be
  explicit operator bool() const { return kind != None; }
};

/// Types that were written small can be exponentially large: work on one definition's types has a bound.
struct TypeWork {
  static constexpr uint32_t most = 50'000'000;
  uint32_t done = 0;
  bool spend(uint32_t cost = 1) {
    Watch::poll();
    return (done += cost) < most && !StackGuard::exhausted();
  }
  /// What is looked at nests too deeply to be walked: it is too large too.
  void give_up() { done = most; }
  bool exceeded() const { return done >= most; }
};

class Unifier {
 public:
  Unifier(Types& types, Effects& effects, TypeWork& work) : types_(types), effects_(effects), work_(work) {}

  /// Binds variables until a and b are equal. After a failure some stay bound.
  UnifyFailure unify(TypeId a, TypeId b) { return unified_.begin(), unify_new(a, b); }
  /// Demands that t belongs to all the classes; a variable will.
  UnifyFailure constrain(TypeId t, Classes classes) {
    return constrained_.begin(), constrain_new(t, classes);
  }
  /// Could the two become equal? Binds nothing; looks at each variable by itself.
  bool may_equal(TypeId a, TypeId b) { return compared_.begin(), may_equal_new(a, b); }
  /// Brings all open variables and effects of t down to a level, so that deeper lets don't generalise them.
  void lower(TypeId t, uint32_t level);
  bool occurs(TypeId variable, TypeId t) { return visited_.begin(), occurs_in(variable, t); }
  /// Can t never belong to these classes? Looks at its outermost part alone.
  bool lacks(TypeId t, Classes classes) const;

 private:
  // What the walk at hand has met already is left out.
  UnifyFailure unify_new(TypeId a, TypeId b);
  UnifyFailure constrain_new(TypeId t, Classes classes);
  bool may_equal_new(TypeId a, TypeId b);
  bool occurs_in(TypeId variable, TypeId t);
  UnifyFailure bind(TypeId variable, TypeId t);
  UnifyFailure merge(TypeId variable, TypeId into);
  UnifyFailure unify_parts(TypeId a, TypeId b);
  bool adjust(TypeId variable, TypeId t, uint32_t level);
  bool could_hold(TypeId t, Classes classes) const;
  UnifyFailure constrain_parts(TypeId t, Classes classes);
  UnifyFailure constrain_sum(TypeId t, Classes classes);
  bool spend() { return work_.spend(); }

  Types& types_;
  Effects& effects_;
  std::vector<SumId> sums_;                  ///< being looked through by constrain
  std::unordered_set<uint32_t> fields_hold_; ///< sums known to have Eq wherever their arguments have it
  TypeWork& work_;
  VisitedPairs unified_, compared_;
  VisitedTypes constrained_, visited_; ///< `visited_`: by `adjust` and `occurs`
};

/// The classes an element type belongs to.
Classes classes_of(Element e);
/// Some type belongs to all of these classes.
bool satisfiable(Classes classes);

} // namespace nova
