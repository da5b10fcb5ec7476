// What passes build with: the tools of lowering, on a plan that is there.
#pragma once
#include "jit/lowering.hpp"

namespace nova::plan {

/// A builder that has a plan as long as it lives, for passes.
class PlanBuilder : public Builder {
 public:
  explicit PlanBuilder(Plan& owner) : owner_(owner) { plan = std::move(owner); }
  ~PlanBuilder() { owner_ = std::move(plan); }
  PlanBuilder(const PlanBuilder&) = delete;

 private:
  Plan& owner_;
};

} // namespace nova::plan
