// Replaces a Rows whose rows all have the same length m by one Map over all elements: element k of the Map is element
// k % m of row k / m. The passes even-rows and grids use this.
#pragma once
#include "jit/passes/rewriting.hpp"
#include "jit/plan/rewriter.hpp"
#include <functional>
#include <optional>
#include <unordered_map>

namespace nova::plan {

/// Whether `s`, a statement in the body `row` of a Rows, is a Map over the row's elements whose columns no statement
/// of that body uses. Then no element of the row depends on another one.
bool are_elements(const Stm& s, const Body& row);

/// Collects the Rows statements that a pass selects, and then replaces them by Maps.
class RowsToMap {
 public:
  explicit RowsToMap(Plan& plan) : definitions(plan), b(plan), renaming_(b.plan) {}

  const Definitions definitions;
  PlanBuilder b;

  /// Selects the Rows statements of a body for which `fits` returns true.
  template <class F> void choose(const Body& body, const F& fits) {
    for (const Stm& s : body.stms)
      if (s.op == Op::Rows && fits(s)) lengths_[s.outs[0]] = definitions.constant(s.bodies[0].results[0]);
  }
  bool none() const { return lengths_.empty(); }
  /// Replaces the selected Rows statements of a body. `ask` is called for each of them first; it may append checks
  /// that must run before any element is computed.
  void replace(Body& body, const std::function<void(Stm&)>& ask);
  /// Replaces, in the whole plan, the offsets and the total number of elements of the removed Rows statements by the
  /// variables that `replace` has made for them.
  void rename();

 private:
  Renaming renaming_;
  /// by the variable of the offsets of a selected Rows: the length of its rows, if it is a constant
  std::unordered_map<Var, std::optional<uint64_t>> lengths_;

  void put_map(Stm& rows, const std::function<void(Stm&)>& ask);
  Vars element(Body& row, Var i, Var j);
};

} // namespace nova::plan
