// Private to printing and checking: what a plan's variables are called in text.
#pragma once
#include "jit/plan/plan.hpp"

namespace nova::plan {

/// xs_3, v4: what the source calls it, and a number in the order in which variables first stand in the text.
class PlanNames {
 public:
  explicit PlanNames(const Plan& plan);
  std::string operator()(Var v) const;
  /// xs_3 : [int]
  std::string with_type(Var v) const;

 private:
  void number(const Body& body);
  void number(const std::vector<Var>& vars);
  const Plan& plan_;
  std::vector<uint32_t> numbers_; ///< by Var
  uint32_t used_ = 0;
};

/// int, or [int] for a column.
std::string type_text(VarType t);

} // namespace nova::plan
