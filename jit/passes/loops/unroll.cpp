// Unrolls reductions of at most 32 elements whose length is a constant, in the order of their shape (docs/shapes.md):
// in the lane shape a tree over lanes of one or two elements, in the ordered shape one or two blocks of 16. Also
// unrolls short Maps that are read only at constant indices. So stencil windows, vector literals and small matrices
// become scalars. Reductions of rows of 16 and more elements stay loops, of which one vector register takes a block.
#include "jit/passes/loops/short_sorts.hpp"
#include "jit/passes/pass_list.hpp"
#include "jit/passes/rewriting.hpp"
#include <algorithm>
#include <span>
#include <unordered_set>

namespace nova::plan {
namespace {

using Vars = std::vector<Var>;

size_t size_of(const Body& b) {
  size_t n = 0;
  for_each_stm(b, [&](const Stm&) { ++n; });
  return n;
}

class Unroller {
 public:
  Unroller(Plan& plan, std::vector<Stm>& out) : plan_(plan), out_(out) {}

  /// Emits the body of a Map of n elements once for each element. Returns, for each column, the variables of its
  /// elements.
  std::vector<Vars> elements(const Stm& s, int64_t n) {
    std::vector<Vars> all(s.outs.size());
    for (int64_t k = 0; k < n; ++k) {
      const Vars made = step(s, {}, k);
      for (size_t c = 0; c < made.size(); ++c) all[c].push_back(made[c]);
    }
    return all;
  }

  Vars unroll(const Stm& s, int64_t n) {
    const Vars init(s.args.begin() + 1, s.args.end());
    if (n == 0) return init;
    if (s.op == Op::Foldl) {
      Vars state = init;
      for (int64_t k = 0; k < n; ++k) state = step(s, std::move(state), k);
      return state;
    }
    std::vector<Vars> leaves;
    if (s.op == Op::Reduce && s.shape == Shape::Ordered)
      for (int64_t k = 0; k < n; k += 16) leaves.push_back(cell(s, k, std::min(k + 16, n)));
    else
      for (int64_t k = 0; k < std::min<int64_t>(n, 16); ++k) leaves.push_back(lane(s, init, k, n));
    Vars whole = tree(s, leaves);
    return s.op == Op::Reduce && s.start ? combine(s, init, whole) : whole;
  }

 private:
  /// Emits the first body of `s` for index k and returns its results: element k, or, for a fold with the state
  /// `params`, the next state.
  Vars step(const Stm& s, Vars params, int64_t k) {
    out_.push_back(constant_stm(plan_, Element::I64, static_cast<uint64_t>(k), s.span));
    params.push_back(out_.back().outs[0]);
    return paste_body(plan_, s.bodies[0], params, out_);
  }
  Vars combine(const Stm& s, Vars a, const Vars& b) {
    a.insert(a.end(), b.begin(), b.end());
    return paste_body(plan_, s.bodies[1], a, out_);
  }
  Vars cell(const Stm& s, int64_t k, int64_t end) {
    Vars all = step(s, {}, k);
    while (++k < end) all = combine(s, std::move(all), step(s, {}, k));
    return all;
  }
  Vars lane(const Stm& s, const Vars& init, int64_t k, int64_t n) {
    const bool steps = s.op == Op::Accumulate;
    Vars all = step(s, steps ? init : Vars(), k);
    for (k += 16; k < n; k += 16)
      all = steps ? step(s, std::move(all), k) : combine(s, std::move(all), step(s, {}, k));
    return all;
  }
  Vars tree(const Stm& s, std::span<const Vars> leaves) {
    if (leaves.size() == 1) return leaves[0];
    size_t half = 1;
    while (2 * half < leaves.size()) half *= 2;
    Vars left = tree(s, leaves.first(half));
    return combine(s, std::move(left), tree(s, leaves.subspan(half)));
  }

  Plan& plan_;
  std::vector<Stm>& out_;
};

/// Finds the columns that are used only by reads at constant indices.
class Picked {
 public:
  Picked(const Body& whole, const Constants& constants) : constants_(constants) { visit(whole); }
  bool all(const Stm& s, int64_t n) const {
    for (Var v : s.outs) {
      const auto last = last_.find(v);
      if (others_.contains(v) || (last != last_.end() && last->second >= static_cast<uint64_t>(n)))
        return false;
    }
    return true;
  }
  std::optional<uint64_t> place(Var index) const {
    const auto at = constants_.find(index);
    return at == constants_.end() ? std::nullopt : std::optional(at->second);
  }

 private:
  /// Collects the uses of columns. A read at a constant index counts as another kind of use if it is outside of the
  /// body that makes the column.
  void visit(const Body& b) {
    std::unordered_set<Var> here;
    for (const Stm& s : b.stms) {
      here.insert(s.outs.begin(), s.outs.end());
      const bool picks = s.op == Op::Read && here.contains(s.args[0]) && place(s.args[1]);
      if (picks) last_[s.args[0]] = std::max(last_[s.args[0]], *place(s.args[1]));
      for (size_t k = 0; k < s.args.size(); ++k)
        if (!picks || k > 0) others_.insert(s.args[k]);
      for (const Body& inner : s.bodies) visit(inner);
    }
    others_.insert(b.results.begin(), b.results.end());
  }
  const Constants& constants_;
  std::unordered_set<Var> others_;
  std::unordered_map<Var, uint64_t> last_;
};

/// Finds loops over rows: loops whose reads are of neighbours in a row, at k or x + k for element k, and one x is a product
/// or read from a column of offsets. Rows begin at such a place: the loops around it read far apart, so that only this
/// loop can be SIMD.
class RowLoops {
 public:
  explicit RowLoops(const Body& whole) {
    for_each_stm(whole, [&](const Stm& s) {
      if ((s.op == Op::Scalar && s.builtin == BuiltinId::Multiply) || s.op == Op::Read)
        starts_.insert(s.outs[0]);
    });
    for_each_stm(whole, [&](const Stm& s) {
      if (s.op == Op::Map && holds(s)) made_.insert(s.outs.begin(), s.outs.end());
    });
  }
  /// Whether the Map or Reduce is such a loop, or reads what such a Map makes.
  bool holds(const Stm& loop) const {
    const Body& element = loop.bodies[0];
    const Var k = element.params.back();
    std::unordered_map<Var, Var> sums; // x + k to x
    bool rows = false, all = true;
    for_each_stm(element, [&](const Stm& s) {
      if (s.op == Op::Scalar && s.builtin == BuiltinId::Add && is_any(k, s.args))
        sums[s.outs[0]] = s.args[s.args[0] == k];
      if (s.op != Op::Read) return;
      const auto x = sums.find(s.args[1]);
      all &= x != sums.end() || s.args[1] == k;
      rows |= x != sums.end() ? starts_.contains(x->second) : made_.contains(s.args[0]);
    });
    return all && rows;
  }

 private:
  std::unordered_set<Var> starts_, made_;
};

/// Counts the statements of a loop's body that are left where its index is a constant. What the index alone tells is then
/// a constant too, and of a branch that it decides one side is left. So a table of weights, which is a tree of branches by
/// the index, counts little.
class SizeAtIndex {
 public:
  SizeAtIndex(Var index, const Constants& constants) : constants_(constants) { known_.insert(index); }
  size_t of(const Body& b) {
    size_t n = 0;
    for (const Stm& s : b.stms) n += of(s);
    return n;
  }

 private:
  bool is_known(const Vars& vars) const {
    return std::ranges::all_of(vars, [&](Var v) { return known_.contains(v) || constants_.contains(v); });
  }
  size_t of(const Stm& s) {
    const bool decided = (s.op == Op::Scalar || s.op == Op::Constant || s.op == Op::If) && is_known(s.args);
    if (decided && s.op == Op::If) return of_branch(s);
    if (decided) return known_.insert(s.outs[0]), 0;
    size_t n = 1;
    for (const Body& inner : s.bodies) n += of(inner);
    return n;
  }
  size_t of_branch(const Stm& s) {
    const size_t n = std::max(of(s.bodies[0]), of(s.bodies[1]));
    if (is_known(s.bodies[0].results) && is_known(s.bodies[1].results))
      known_.insert(s.outs.begin(), s.outs.end());
    return n;
  }

  const Constants& constants_;
  std::unordered_set<Var> known_;
};

/// Returns the number of iterations of a reduction, fold or Map, if it is a constant and small enough to unroll the
/// loop. Returns nothing otherwise.
std::optional<int64_t> few_rounds(const Stm& s, const Constants& constants, const RowLoops& rows) {
  constexpr int64_t longest = 32;
  constexpr uint64_t lanes = 16;
  constexpr size_t largest = 768;
  if (s.op != Op::Reduce && s.op != Op::Accumulate && s.op != Op::Foldl && s.op != Op::Map) return {};
  const auto n = constants.find(s.args[0]);
  if (n == constants.end() || n->second > longest) return {};
  if (s.op == Op::Reduce && n->second >= lanes && rows.holds(s)) return {};
  size_t size = SizeAtIndex(s.bodies[0].params.back(), constants).of(s.bodies[0]);
  for (const Body& b : std::span(s.bodies).subspan(1)) size += size_of(b);
  return size * n->second > largest ? std::nullopt : std::optional(static_cast<int64_t>(n->second));
}

} // namespace

bool unroll_short(Plan& plan) {
  const bool sorts = write_out_sorts(plan);
  const Constants constants = constants_of(plan.body);
  const Picked picked(plan.body, constants);
  std::unordered_map<Var, Vars> columns; // the elements of each column whose Map was unrolled
  const RowLoops rows(plan.body);
  bool changed = false;
  Renaming renaming(plan);
  for_each_body(plan.body, [&](Body& b) {
    std::vector<Stm> before = std::exchange(b.stms, {});
    for (Stm& s : before) {
      renaming.apply(s);
      if (s.op == Op::Read && columns.contains(s.args[0])) {
        renaming.set(s.outs[0], columns[s.args[0]][*picked.place(s.args[1])]);
        continue;
      }
      const std::optional<int64_t> n = few_rounds(s, constants, rows);
      if (!n || (s.op == Op::Map && !picked.all(s, *n))) {
        b.stms.push_back(std::move(s));
        continue;
      }
      changed = true;
      if (s.op == Op::Map) {
        std::vector<Vars> made = Unroller(plan, b.stms).elements(s, *n);
        for (size_t k = 0; k < s.outs.size(); ++k) columns[s.outs[k]] = std::move(made[k]);
        continue;
      }
      const Vars results = Unroller(plan, b.stms).unroll(s, *n);
      for (size_t k = 0; k < s.outs.size(); ++k) renaming.set(s.outs[k], results[k]);
    }
    renaming.apply(b.results);
  });
  return changed || sorts;
}

} // namespace nova::plan
