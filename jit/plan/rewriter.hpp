// What passes build with: the tools of lowering, on a plan that is there.
#pragma once
#include "jit/plan/builder.hpp"
#include <functional>

namespace nova::plan {

/// A builder that has a plan as long as it lives, for passes.
class PlanBuilder : public Builder {
 public:
  explicit PlanBuilder(Plan& owner) : owner_(owner) { plan = std::move(owner); }
  ~PlanBuilder() { owner_ = std::move(plan); }
  PlanBuilder(const PlanBuilder&) = delete;

  /// Statements at the host's level that are `wanted` give way to what `replace` emits. Were there any?
  bool replace_on_host(Body& body, const std::function<bool(const Stm&)>& wanted,
                       const std::function<void(Stm&)>& replace) {
    bool any = false;
    std::vector<Stm> before = std::exchange(body.stms, {}), after;
    for (Stm& s : before) {
      if (is_control(s.op))
        for (Body& inner : s.bodies) any |= replace_on_host(inner, wanted, replace);
      out = &after, at = s.span;
      if (wanted(s))
        any = true, replace(s);
      else
        after.push_back(std::move(s));
    }
    body.stms = std::move(after);
    return any;
  }
  /// (if condition instead s), where `instead` emits and gives what s would.
  void choose_or_keep(Var condition, Stm& s, const std::function<Vars()>& instead) {
    Stm choice{.op = Op::If, .outs = s.outs, .args = {condition}, .span = s.span};
    choice.bodies.push_back(body({}, instead));
    choice.bodies.push_back(body({}, [&] { return with_own_outs(std::move(s)); }));
    out->push_back(std::move(choice));
  }
  /// Emits a statement whose outs others have; its own ones.
  Vars with_own_outs(Stm s) {
    for (Var& v : s.outs) v = plan.make(plan[v]);
    const Vars outs = s.outs;
    return out->push_back(std::move(s)), outs;
  }

 private:
  Plan& owner_;
};

} // namespace nova::plan
