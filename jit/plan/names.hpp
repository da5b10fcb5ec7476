// The names of a plan's variables in printed plans and in messages.
#pragma once
#include "jit/plan/plan.hpp"

namespace nova::plan {

/// Gives each variable a name that ends with a number. It is xs_3 if the variable's name in the source is xs, and v4
/// if it has none. Numbers follow the order in which the variables first occur in the plan.
class PlanNames {
 public:
  explicit PlanNames(const Plan& plan);
  std::string operator()(Var v) const;
  /// Returns the variable's name and type, such as "xs_3 : [int]".
  std::string with_type(Var v) const;

 private:
  void number(const Body& body);
  void number(const std::vector<Var>& vars);
  const Plan& plan_;
  std::vector<uint32_t> numbers_; ///< each variable's number, by Var
  uint32_t used_ = 0;
};

/// Returns the type's text: "int" for a scalar, "[int]" for a column.
std::string type_text(VarType t);

} // namespace nova::plan
