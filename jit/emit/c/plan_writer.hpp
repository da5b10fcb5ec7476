// A text about a plan: its variables' names, types and constants.
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

/// a, then b.
Names concat(Names a, const Names& b);
/// y0 + by, y1 + by, ..
Names moved(Names all, const std::string& by);
/// &y0, &y1, ..
Names places(Names all);
/// The constants that are arguments of nova_run.
std::vector<Var> literal_variables(const Plan& plan);

class PlanWriter : public TextWriter {
 public:
  explicit PlanWriter(const Plan& plan);
  const Plan& plan() const { return plan_; }
  Element element(Var v) const { return plan_[v].element; }

  /// What the variable is called, or the text of a constant.
  std::string name(Var v) const { return names_[static_cast<size_t>(v)]; }
  Names name(const Vars& vars) const;
  /// Its name in comments.
  const std::string& word(Var v) const { return words_[static_cast<size_t>(v)]; }
  /// From now on it is called so.
  void rename(Var v, std::string name) { names_[static_cast<size_t>(v)] = std::move(name); }
  std::string type_of(Var v) const;
  /// "nv_f32* restrict xs_1"
  std::string declared(Var v, bool restricted = false) const;
  /// A line on what the statement computes; `what`, where that needs more than a line.
  void comment(const Stm& s, const std::string& what);

  /// What the bodies use and do not bind, in order of first use; `first` comes first.
  Vars free_variables(std::initializer_list<const Body*> bodies, const Vars& first = {}) const;
  /// Constants that are arguments of nova_run, in its order.
  const Vars& literals() const { return literals_; }
  bool is_literal(Var v) const { return is_literal_[static_cast<size_t>(v)]; }
  /// The bits of constants that stand in the text.
  const std::unordered_map<Var, uint64_t>& texts() const { return texts_; }
  const Names& names() const { return names_; }
  /// Constants below a register's elements.
  const std::unordered_set<Var>& small() const { return small_; }
  /// 64-bit integers that 32 bits hold.
  std::unordered_set<Var>& narrow() { return narrow_; }

 private:
  const Plan& plan_;
  Names names_, words_; ///< by Var
  Vars literals_;
  std::vector<bool> is_literal_; ///< by Var
  std::unordered_map<Var, uint64_t> texts_;
  std::unordered_set<Var> small_, narrow_;
};

} // namespace nova::plan
