// Prints scalars of a plan as expressions, such as "n * (k + 1)", for comments in generated C and for printed plans.
#pragma once
#include "jit/plan/plan.hpp"
#include <functional>
#include <string>
#include <unordered_map>

namespace nova::plan {

/// Prints variables as expressions. A variable that a statement given to `note` binds is printed as the expression of
/// that statement, and any other variable as its name.
class ExpressionText {
 public:
  /// `name` returns a variable's name. `named` is true for comments in C: an If is then printed with its branches,
  /// and floating constants and integers beyond -255 .. 255 are printed as their variable's name.
  ExpressionText(const Plan& plan, std::function<std::string(Var)> name, bool named)
      : plan_(plan), name_(std::move(name)), named_(named) {}
  /// Adds a statement: the variables that it binds are printed as its expression from now on. `s` has to outlive this
  /// object.
  void note(const Stm& s);
  /// Returns v as an expression that is nested at most `depth` deep; ".." stands for what is nested deeper.
  std::string text(Var v, int depth) const;
  /// Returns the same as `text`, but in brackets if v is an infix operation with two operands.
  std::string operand(Var v, int depth) const;

 private:
  const Stm* definition(Var v) const;
  std::string operation(const Stm& s, int depth) const;
  std::string choice(const Stm& s, Var v, int depth) const;
  std::string arguments(const Stm& s, int depth) const;
  std::string constant(const Stm& s) const;

  const Plan& plan_;
  std::function<std::string(Var)> name_;
  bool named_;
  std::unordered_map<Var, const Stm*> by_var_;
};

/// Returns a constant's text in a printed plan. A char is printed as a number; when the plan is read, the type of the
/// variable tells that it is a char.
std::string constant_text(Element e, uint64_t bits);

} // namespace nova::plan
