// A plan's scalars as expressions, for comments in C and for printed plans: "n * (k + 1)".
#pragma once
#include "jit/plan/plan.hpp"
#include <functional>
#include <string>
#include <unordered_map>

namespace nova::plan {

class ExpressionText {
 public:
  /// `named`: for comments in C. An `if` is written out; numbers above 255 and floating numbers stand by
  /// their variable's name.
  ExpressionText(const Plan& plan, std::function<std::string(Var)> name, bool named)
      : plan_(plan), name_(std::move(name)), named_(named) {}
  /// What s binds is written out from here on; it has to live as long.
  void note(const Stm& s);
  /// Nested to `depth`; below stands "..".
  std::string text(Var v, int depth) const;
  /// The same as an operand: in brackets where it is an operation of two.
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

/// What prints back as a constant: chars and bools as numbers are read at the type of what they are bound to.
std::string constant_text(Element e, uint64_t bits);

} // namespace nova::plan
