// Distributes the loops of rows, in a GPU's plan: in place of one thread that runs all loops of a row, each loop runs for
// all rows at once (loop distribution; flattening by one level, as in Harlan's and Futhark's nested loops). A row is here
// what the body of a Rows or Map makes for one index.
//
// A reduction of a row becomes a Map over the rows. A loop that makes a column of the row becomes a Rows of its own, and
// the row reads its part of that. The cheap statements between the loops, the head, are computed again for each loop. What
// is left of the row makes elements one by one, so that threads share them (emit/cuda/segments.cpp).
//
// An If chooses at run time: enough rows keep all threads busy as they are, and need no memory for what is between loops.
#include "jit/analysis/made_rows.hpp"
#include "jit/passes/gpu/row_counts.hpp"
#include "jit/passes/pass_list.hpp"
#include "jit/passes/rewriting.hpp"
#include "jit/plan/rewriter.hpp"
#include <algorithm>

namespace nova::plan {
namespace {

constexpr uint64_t short_loop = 64; // a loop of a constant length up to this stays in its thread

bool is_reduction(const Stm& s) { return (s.op == Op::Reduce || s.op == Op::Accumulate) && !sizes_of(s); }

/// Whether loop k of the row stays in it: a Map that makes columns of the row, which no other statement uses.
bool is_last(const Stm& rows, size_t k) {
  const Body& row = rows.bodies[0];
  const Stm& s = row.stms[k];
  const std::span later = std::span(row.stms).subspan(k + 1);
  return rows.op == Op::Rows && s.op == Op::Map && s.args[0] == row.results[0] &&
         std::ranges::none_of(later, [&](const Stm& t) { return uses(t, s.outs); });
}

/// Replaces the rows at the host's level of a plan.
class Distributor {
 public:
  explicit Distributor(Plan& plan) : constants_(constants_of(plan.body)), b_(plan) {}

  bool run() {
    const auto replace = [this](Stm& s) {
      const Stm rows = s;
      s.strategy = Strategy::Thread; // not again
      const Var few = b_.compare(BuiltinId::LessEqual, rows.args[0], b_.integer(few_rows));
      b_.choose_or_keep(few, s, [&] { return distributed(rows); });
    };
    return b_.replace_on_host(
        b_.plan.body, [this](const Stm& s) { return suits(s); }, replace, runs_on_host);
  }

 private:
  /// Whether one thread would compute each row, and its loops can be distributed.
  bool suits(const Stm& s) const {
    if (s.strategy != Strategy::BySize || s.outs.empty()) return false;
    if (s.op == Op::Rows ? s.outs.size() <= 2 || made_rows(s) : s.op != Op::Map || !allocates(s.bodies[0]))
      return false;
    const Body& row = s.bodies[0];
    const auto fits = [](const Stm& in) {
      return is_of_head(in) || (in.strategy == Strategy::BySize && (makes_elements(in) || is_reduction(in)));
    };
    const auto is_long = [this](const Stm& in) {
      const auto length = is_of_head(in) ? constants_.end() : constants_.find(in.args[0]);
      return !is_of_head(in) && (length == constants_.end() || length->second > short_loop);
    };
    Body head{row.params, {}, {}};
    std::ranges::copy_if(row.stms, std::back_inserter(head.stms), is_of_head);
    return !makes_cells_in(row) && std::ranges::all_of(row.stms, fits) &&
           std::ranges::any_of(row.stms, is_long) && is_cheap_head(head);
  }

  /// Emits the loops, each for all rows. Returns what the outs of `rows` stand for.
  Vars distributed(const Stm& rows) {
    const Body& row = rows.bodies[0];
    Body left{row.params, {}, row.results};
    for (size_t k = 0; k < row.stms.size(); ++k) {
      const Stm& s = row.stms[k];
      if (is_of_head(s) || is_last(rows, k))
        left.stms.push_back(s);
      else
        take_out(rows, s, left);
    }
    Stm last = rows;
    last.bodies[0] = copy_body(b_.plan, left, {});
    return b_.with_own_outs(std::move(last));
  }

  /// Emits one statement that runs the loop `s` of a row for all rows, and stores the results. Appends to `left`, which
  /// computes the rest of a row, the reads of these results. Also removes the checks from `left`: the new statement has
  /// those before the loop.
  void take_out(const Stm& rows, const Stm& s, Body& left) {
    Body with{left.params, {}, {}};
    std::ranges::copy_if(left.stms, std::back_inserter(with.stms), is_of_head);
    with.stms.push_back(s);
    std::erase_if(left.stms, [](const Stm& in) { return in.op == Op::Check; });
    const Var i = left.params[0];
    if (is_reduction(s)) {
      with.results = s.outs;
      const Vars columns = emit(Op::Map, rows, std::move(with), {});
      for (size_t k = 0; k < s.outs.size(); ++k)
        left.stms.push_back({.op = Op::Read, .outs = {s.outs[k]}, .args = {columns[k], i}, .span = s.span});
      return;
    }
    with.results = {s.args[0]};
    with.results.insert(with.results.end(), s.outs.begin(), s.outs.end());
    const Vars made = emit(Op::Rows, rows, std::move(with), {{Element::I64, true}, {Element::I64, false}});
    const Var start = b_.index();
    left.stms.push_back({.op = Op::Read, .outs = {start}, .args = {made[0], i}, .span = s.span});
    for (size_t k = 0; k < s.outs.size(); ++k)
      left.stms.push_back(
          {.op = Op::Shift, .outs = {s.outs[k]}, .args = {made[2 + k], start}, .span = s.span});
  }

  /// Emits a Map or Rows over all rows with this body, whose outs are of the types `first` and columns of the body's
  /// results behind those.
  Vars emit(Op op, const Stm& rows, Body body, std::vector<VarType> first) {
    Stm all{.op = op, .args = {rows.args[0]}, .span = rows.span};
    for (size_t k = first.empty() ? 0 : 1; k < body.results.size(); ++k)
      first.push_back({b_.plan[body.results[k]].element, true});
    all.bodies.push_back(copy_body(b_.plan, body, {}));
    return b_.emit(std::move(all), first);
  }

  const Constants constants_;
  PlanBuilder b_;
};

} // namespace

bool distribute_rows(Plan& plan) { return Distributor(plan).run(); }

} // namespace nova::plan
