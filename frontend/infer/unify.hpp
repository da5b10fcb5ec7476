// Unification: makes two types equal by binding their variables. Classes, let-nesting levels and the effects of
// functions are unified with them.
#pragma once
#include "frontend/core/types.hpp"
#include "frontend/core/visited.hpp"
#include "frontend/infer/effects.hpp"
#include "frontend/source/stack_guard.hpp"
#include "runtime/watch.hpp"
#include <optional>
#include <unordered_set>
#include <vector>

namespace nova {

/// Why two types can't be equal: the innermost pair that differs, or the type that lacks a class.
struct UnifyFailure {
  enum Kind : uint8_t { None, Mismatch, Class, Infinite, TooLarge } kind = None;
  TypeId left{}, right{};
  Classes classes = 0; ///< Class: the classes that `left` would have to belong to
  explicit operator bool() const { return kind != None; }
};

/// Counts the work on one definition's types. The work has a bound, because a type with a short text may be
/// exponentially large.
struct TypeWork {
  static constexpr uint32_t most = 50'000'000;
  uint32_t done = 0;
  /// Counts `cost` steps. Returns false if the bound is reached, or the stack is nearly used up.
  bool spend(uint32_t cost = 1) {
    Watch::poll();
    return (done += cost) < most && !StackGuard::exhausted();
  }
  /// Counts the bound as reached, for a type that nests too deeply to be walked.
  void give_up() { done = most; }
  bool exceeded() const { return done >= most; }
};

class Unifier {
 public:
  Unifier(Types& types, Effects& effects, TypeWork& work) : types_(types), effects_(effects), work_(work) {}

  /// Binds variables until a and b are equal. After a failure some variables stay bound.
  UnifyFailure unify(TypeId a, TypeId b) { return unified_.begin(), unify_new(a, b); }
  /// Demands that t belongs to all the classes. If that depends on variables in t, adds the classes to them.
  UnifyFailure constrain(TypeId t, Classes classes) {
    return constrained_.begin(), constrain_new(t, classes);
  }
  /// Whether a and b could become equal. Binds nothing, and considers each variable independently of the others.
  bool may_equal(TypeId a, TypeId b) { return compared_.begin(), may_equal_new(a, b); }
  /// Lowers all open variables and effects of t to at most `level`, so that deeper lets do not generalise them.
  void lower(TypeId t, uint32_t level);
  bool occurs(TypeId variable, TypeId t) { return visited_.begin(), occurs_in(variable, t); }
  /// Whether t can never belong to all these classes. Looks only at the outermost node of t.
  bool lacks(TypeId t, Classes classes) const;
  /// A field of a sum type: the index of its constructor, and its own there.
  struct SumField {
    uint32_t constructor, field;
  };
  /// Returns the first field of a sum type that lacks one of the classes. Returns nothing for other types, and where
  /// all fields have them.
  std::optional<SumField> field_without(TypeId t, Classes classes);

 private:
  // These functions continue the current walk: they skip the types that it has already visited.
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
  std::optional<SumField> first_field_without(SumId id, Classes classes);
  Classes classes_of_sum(TypeId t) const;
  bool spend() { return work_.spend(); }

  Types& types_;
  Effects& effects_;
  std::vector<SumId> sums_; ///< sum types whose fields `constrain` is checking
  std::unordered_set<uint32_t>
      fields_hold_; ///< sum types with classes (the key in `constrain_sum`) that their fields have if all arguments have them
  TypeWork& work_;
  VisitedPairs unified_, compared_;
  VisitedTypes constrained_,
      visited_; ///< marks of walks: `constrained_` of `constrain`, `visited_` of `adjust` and `occurs`
};

/// The classes of complex numbers, and those that their parts have to have: the types of floating-point numbers.
inline constexpr Classes classes_of_complex = Eq | Num | Fractional | Wide | file_classes,
                         real_classes = Fractional | Ord;

/// Returns the classes that an element type belongs to.
Classes classes_of(Element e);
/// Whether some type belongs to all of these classes.
bool satisfiable(Classes classes);

} // namespace nova
