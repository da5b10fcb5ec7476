// A Builder for passes, which rewrites an existing plan instead of making a new one.
#pragma once
#include "jit/plan/builder.hpp"
#include <functional>

namespace nova::plan {

/// A Builder that takes over an existing plan and moves it back to `owner` when it is destroyed.
class PlanBuilder : public Builder {
 public:
  explicit PlanBuilder(Plan& owner) : owner_(owner) { plan = std::move(owner); }
  ~PlanBuilder() { owner_ = std::move(plan); }
  PlanBuilder(const PlanBuilder&) = delete;

  /// Replaces each statement for which `wanted` holds by the statements that `replace` emits, in the body and in the
  /// inner bodies at the host's level: those of the statements for which `on_host` holds, which are If, Loop and Foldl
  /// for a CPU. Returns whether any statement was replaced.
  bool replace_on_host(
      Body& body, const std::function<bool(const Stm&)>& wanted, const std::function<void(Stm&)>& replace,
      const std::function<bool(const Stm&)>& on_host = [](const Stm& s) { return is_control(s.op); }) {
    bool any = false;
    std::vector<Stm> before = std::exchange(body.stms, {}), after;
    for (Stm& s : before) {
      if (on_host(s))
        for (Body& inner : s.bodies) any |= replace_on_host(inner, wanted, replace, on_host);
      out = &after, at = s.span;
      if (wanted(s))
        any = true, replace(s);
      else
        after.push_back(std::move(s));
    }
    body.stms = std::move(after);
    return any;
  }
  /// Emits an If that binds the outs of s. If `condition` holds, it runs the statements that `instead` emits; the
  /// variables that `instead` returns are then its results. Otherwise it runs s.
  void choose_or_keep(Var condition, Stm& s, const std::function<Vars()>& instead) {
    Stm choice{.op = Op::If, .outs = s.outs, .args = {condition}, .span = s.span};
    choice.bodies.push_back(body({}, instead));
    choice.bodies.push_back(body({}, [&] { return with_own_outs(std::move(s)); }));
    out->push_back(std::move(choice));
  }
  /// Emits the statement with new variables as its outs, for a plan in which another statement binds the old ones.
  /// Returns the new variables.
  Vars with_own_outs(Stm s) {
    for (Var& v : s.outs) v = plan.make(plan[v]);
    const Vars outs = s.outs;
    return out->push_back(std::move(s)), outs;
  }

 private:
  Plan& owner_;
};

} // namespace nova::plan
