// Loop predication: a condition that each iteration of a loop tests is tested once, before the loop.
#pragma once
#include "jit/passes/pass_list.hpp"
#include "jit/passes/rewriting.hpp"
#include <functional>
#include <optional>
#include <set>

namespace nova::plan {

/// Derives conditions on a loop's index, as bounds checks have them: i < n, and 0 <= a + i < n. If such a condition
/// holds in the first and in the last iteration, it holds in all. So two comparisons before the loop replace two in
/// each iteration.
class LoopPredicates {
 public:
  /// same: whether a variable is loop-invariant. zeros: variables of the constant 0.
  LoopPredicates(Plan& plan, const Stm& loop, std::function<bool(Var)> same, const std::set<Var>& zeros,
                 Span at)
      : plan_(plan), loop_(loop), same_(std::move(same)), zeros_(zeros), at_(at) {}
  /// Returns a condition that is true if and only if `v` holds in all iterations, or the loop has none. Returns
  /// nothing if no condition can be derived. Its statements are appended to `made`.
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
