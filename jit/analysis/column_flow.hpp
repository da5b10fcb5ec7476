// What becomes of the columns that the host's level of a plan hands on: where ranks of a job may leave a column distributed,
// and which columns of ints ascend.
#pragma once
#include "jit/plan/plan.hpp"
#include <vector>

namespace nova::plan {

/// Whether a statement's iterations may be shared by ranks.
bool is_dividable(const Stm& s);
/// Whether the statement is one, or control with one inside.
bool holds_dividable(const Stm& s);
/// Returns the columns from outside of the statement whose elements it may use. Control outside of kernels only hands on
/// the columns that its bodies result in.
std::vector<Var> used_columns(const Plan& plan, const Stm& s);

/// Follows columns through branches and loops. Columns that may be the same have one class.
class ColumnFlow {
 public:
  explicit ColumnFlow(const Plan& plan);
  /// Whether no statement needs all elements of the column: it is read near the index of a loop, and is a result of the plan
  /// only as the state of a loop.
  bool stays(Var column) const;
  /// Whether the column's elements ascend, unless it is an input: it holds offsets of rows.
  bool is_offsets(Var column) const { return !facts_[find(column)].other_ints; }

 private:
  struct Facts {
    bool whole = false, state = false, result = false, other_ints = false;
  };
  uint32_t find(Var v) const;
  void join(Var a, Var b);
  void follow(const Body& b);
  void follow(const Stm& s);
  void use(const Body& b);
  void use_whole(const Stm& s);
  void use_near(const Stm& s);

  const Plan& plan_;
  mutable std::vector<uint32_t> parent_;
  std::vector<Facts> facts_;
};

} // namespace nova::plan
