// Turns rows of one length m into a map of all elements, of which number k is element k % m of row k / m. The passes
// even-rows and grids share this.
#pragma once
#include "jit/passes/rewriting.hpp"
#include "jit/plan/rewriter.hpp"
#include <functional>
#include <optional>
#include <unordered_map>

namespace nova::plan {

/// Whether the statement is a map that makes elements of the row, each by itself.
bool are_elements(const Stm& s, const Body& row);

/// Collects the rows that a pass chooses, then replaces them by maps.
class RowsToMap {
 public:
  explicit RowsToMap(Plan& plan) : definitions(plan), b(plan), renaming_(b.plan) {}

  const Definitions definitions;
  PlanBuilder b;

  /// Chooses all Rows of a body for which `fits` returns true.
  template <class F> void choose(const Body& body, const F& fits) {
    for (const Stm& s : body.stms)
      if (s.op == Op::Rows && fits(s)) lengths_[s.outs[0]] = definitions.constant(s.bodies[0].results[0]);
  }
  bool none() const { return lengths_.empty(); }
  /// Replaces the chosen rows of a body. For each, `ask` first appends the checks that rows need before their
  /// elements.
  void replace(Body& body, const std::function<void(Stm&)>& ask);
  /// Renames the rows' offsets and total in all statements to their replacements.
  void rename();

 private:
  Renaming renaming_;
  /// by the rows' offsets: their length, if it is a constant
  std::unordered_map<Var, std::optional<uint64_t>> lengths_;

  void put_map(Stm& rows, const std::function<void(Stm&)>& ask);
  Vars element(Body& row, Var i, Var j);
};

} // namespace nova::plan
