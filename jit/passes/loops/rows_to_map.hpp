// Rows of one length that become a map of all elements, number k of which is number k % m of row k / m: what even-rows and
// grids share.
#pragma once
#include "jit/passes/rewriting.hpp"
#include "jit/plan/rewriter.hpp"
#include <functional>
#include <optional>
#include <unordered_map>

namespace nova::plan {

/// Does the statement make elements of the row, each by itself?
bool are_elements(const Stm& s, const Body& row);

/// Takes the rows that a pass chooses, then puts maps in their place.
class RowsToMap {
 public:
  explicit RowsToMap(Plan& plan) : definitions(plan), b(plan), renaming_(b.plan) {}

  const Definitions definitions;
  PlanBuilder b;

  /// Chooses all Rows of a body for which `fits` holds.
  template <class F> void choose(const Body& body, const F& fits) {
    for (const Stm& s : body.stms)
      if (s.op == Op::Rows && fits(s)) lengths_[s.outs[0]] = definitions.constant(s.bodies[0].results[0]);
  }
  bool none() const { return lengths_.empty(); }
  /// Replaces those of a body. `ask` first appends what rows are to be asked before their elements.
  void replace(Body& body, const std::function<void(Stm&)>& ask);
  /// The other statements read what stands there now.
  void rename();

 private:
  Renaming renaming_;
  std::unordered_map<Var, std::optional<uint64_t>> lengths_; ///< by the rows' offsets; numbers alone

  void put_map(Stm& rows, const std::function<void(Stm&)>& ask);
  Vars element(Body& row, Var i, Var j);
};

} // namespace nova::plan
