// Loop predication: replaces a condition that each iteration of a loop tests by one that is tested once, before the
// loop.
#pragma once
#include "jit/passes/pass_list.hpp"
#include "jit/passes/rewriting.hpp"
#include <functional>
#include <optional>
#include <set>

namespace nova::plan {

/// Derives, from a condition in a loop's body, a condition before the loop that is true if the first one is true in
/// all iterations. This is possible for bounds checks of the index i, such as i < n and 0 <= a + i < n. They hold in
/// all iterations if they hold in the first and in the last one.
class LoopPredicates {
 public:
  /// `same` returns whether a variable is loop-invariant. `zeros` has the variables that are the constant 0. `at` is
  /// the source span of the statements that are made.
  LoopPredicates(Plan& plan, const Stm& loop, std::function<bool(Var)> same, const std::set<Var>& zeros,
                 Span at)
      : plan_(plan), loop_(loop), same_(std::move(same)), zeros_(zeros), at_(at) {}
  /// Returns a variable that is true if and only if the condition `v` is true in all iterations, or the loop has no
  /// iteration. Appends the statements that compute it to `made`. Returns nothing if no such condition can be
  /// derived.
  std::optional<Var> hold(Var v);
  std::vector<Stm> made;

 private:
  std::optional<Var> of(Var v);
  std::optional<Var> of_both(const Stm& both);
  std::optional<Var> of_either(const Stm& either);
  std::optional<Var> of_comparison(const Stm& s);
  std::optional<Var> of_place(const Stm& both);
  std::optional<Var> moved_by(Var place) const;
  const Stm* find(Var v, BuiltinId id) const;
  Var scalar(BuiltinId id, Element from, Element to, Var x, Var y);
  Var compare(BuiltinId id, Var x, Var y) { return scalar(id, Element::I64, Element::Bool, x, y); }
  Var less_one(Var x);
  Var zero();

  Plan& plan_;
  const Stm& loop_;
  const std::function<bool(Var)> same_;
  const std::set<Var>& zeros_;
  Span at_;
};

} // namespace nova::plan
