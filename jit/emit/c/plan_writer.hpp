// A writer of text that is generated from a plan. It has the names, types and constants of the plan's variables.
#pragma once
#include "jit/emit/c/text_writer.hpp"
#include "jit/plan/plan.hpp"
#include <initializer_list>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace nova::plan {

using Vars = std::vector<Var>;
using Names = std::vector<std::string>;

/// Returns the names of a and then those of b.
Names concat(Names a, const Names& b);
/// Returns "y0 + by", "y1 + by", .. for the names y0, y1, ..
Names moved(Names all, const std::string& by);
/// Returns "&y0", "&y1", .. for the names y0, y1, ..
Names places(Names all);
/// Returns the plan's literals: the constants that are arguments of nova_run.
std::vector<Var> literal_variables(const Plan& plan);

class PlanWriter : public TextWriter {
 public:
  /// `literals`: the constants that nova_run takes as arguments.
  PlanWriter(const Plan& plan, std::vector<Var> literals);
  const Plan& plan() const { return plan_; }
  Element element(Var v) const { return plan_[v].element; }

  /// Returns the variable's name in the text; for a constant that is no literal, its value.
  std::string name(Var v) const { return names_[static_cast<size_t>(v)]; }
  Names name(const Vars& vars) const;
  /// Returns the variable's name in comments.
  const std::string& word(Var v) const { return words_[static_cast<size_t>(v)]; }
  /// Gives the variable another name in the text from now on.
  void rename(Var v, std::string name) { names_[static_cast<size_t>(v)] = std::move(name); }
  std::string type_of(Var v) const;
  /// Returns the variable's declaration, such as "nv_f32* restrict xs_1".
  std::string declared(Var v, bool restricted = false) const;
  /// Prints a comment line on what the statement computes: the text that `wording` returns, or `what` if that is "".
  void comment(const Stm& s, const std::string& what);

  /// Returns the variables of `first`, followed by those that the bodies use and do not bind, in order of first use,
  /// each once. Constants are left out unless they are literals.
  Vars free_variables(std::initializer_list<const Body*> bodies, const Vars& first = {}) const;
  /// Returns the constants that are arguments of nova_run, in its order.
  const Vars& literals() const { return literals_; }
  bool is_literal(Var v) const { return is_literal_[static_cast<size_t>(v)]; }
  /// Returns the constants that are no literals, each with its bits. Their values are printed at their uses.
  const std::unordered_map<Var, uint64_t>& texts() const { return texts_; }
  const Names& names() const { return names_; }
  /// Returns the int constants that are less than 16, the number of elements of a vector register.
  const std::unordered_set<Var>& small() const { return small_; }
  /// The int variables that are declared with 32 bits, since their values fit in these.
  std::unordered_set<Var>& narrow() { return narrow_; }

 private:
  const Plan& plan_;
  Names names_, words_; ///< each variable's name in the text and in comments, by Var
  Vars literals_;
  std::vector<bool> is_literal_; ///< whether a variable is a literal, by Var
  std::unordered_map<Var, uint64_t> texts_;
  std::unordered_set<Var> small_, narrow_;
};

} // namespace nova::plan
