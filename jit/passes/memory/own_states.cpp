// Makes loops update vectors in place. A loop whose iterations change some elements of a vector can do so if nothing
// else uses that vector. If its first value is also used elsewhere, this pass copies it once before the loop, so that
// not every iteration copies the whole vector (jit/analysis/uniqueness.hpp).
#include "jit/passes/memory/borrowed.hpp"
#include "jit/passes/pass_list.hpp"
#include "jit/passes/rewriting.hpp"
#include <algorithm>
#include <unordered_map>

namespace nova::plan {
namespace {

/// Vectors whose elements are all the same, each with its element.
using Fills = std::unordered_map<Var, Var>;

/// Returns the vectors that the plan's maps fill with one value.
Fills fills_of(Plan& plan) {
  Fills fills;
  for_each_root(plan, [&](Body& root) {
    for_each_stm(root, [&](Stm& s) {
      if (s.op != Op::Map || !s.bodies[0].stms.empty()) return;
      for (size_t k = 0; k < s.outs.size(); ++k)
        if (const Var value = s.bodies[0].results[k]; value != s.bodies[0].params[0])
          fills[s.outs[k]] = value;
    });
  });
  return fills;
}

/// Returns a statement that makes `own` a vector of n elements equal to those of `old`. Where all are the same, it is
/// filled anew: that reads no memory, and the first vector may be unused then.
Stm copy_of(Plan& plan, const Fills& fills, Var own, Var n, Var old) {
  const auto fill = fills.find(old);
  if (fill == fills.end()) return {.op = Op::Copy, .outs = {own}, .args = {n, old}};
  return {.op = Op::Map,
          .outs = {own},
          .args = {n},
          .bodies = {Body{{plan.make({Element::I64, false})}, {}, {fill->second}}}};
}

/// Appends to `before` a copy of component k of the loop's first state, a column, and makes the loop begin with the
/// copy.
void store_first(Plan& plan, const Fills& fills, Stm& loop, size_t k, std::vector<Stm>& before) {
  const std::vector<Var> lengths = paste_body(plan, *sizes_of(loop), loop.args, before);
  const auto columns = std::ranges::count_if(loop.args.begin(), loop.args.begin() + static_cast<ptrdiff_t>(k),
                                             [&](Var v) { return plan[v].column; });
  const Var old = loop.args[k], own = plan.make(plan[old], plan.names[index_of(old)]);
  before.push_back(copy_of(plan, fills, own, lengths[static_cast<size_t>(columns)], old));
  before.back().span = loop.span;
  loop.args[k] = own;
}

/// Whether the statement, or one in its bodies, changes elements of vectors and none adds cells. The order in which
/// cells are added is visible in their indices, so such statements must not move.
bool changes_some(const Stm& s) {
  bool some = changes(s.op), cells = false;
  for (const Body& b : s.bodies)
    for_each_stm(b, [&](const Stm& in) {
      some |= changes(in.op);
      cells |= makes_cell(in) || (in.op == Op::Call && in.makes_cells);
    });
  return some && !cells;
}

/// Moves each statement that changes elements of vectors down to the first statement that uses its results.
/// Statements that read the old vectors then run before the change. Returns whether any statement moved.
bool put_changes_last(Body& b) {
  bool moved = false;
  for (size_t k = b.stms.size(); k-- > 0;) {
    if (!changes_some(b.stms[k])) continue;
    const auto at = b.stms.begin() + static_cast<ptrdiff_t>(k);
    const auto user = std::find_if(at + 1, b.stms.end(), [&](const Stm& s) { return uses(s, at->outs); });
    moved |= user != at + 1;
    std::rotate(at, at + 1, user);
  }
  return moved;
}

} // namespace

bool copy_borrowed(Plan& plan, const Uniqueness& uniqueness) {
  if (uniqueness.borrowed.empty()) return false;
  const Fills fills = fills_of(plan);
  for_each_body(plan, [&](Body& b) {
    std::vector<Stm> all;
    for (Stm& s : b.stms) {
      for (const auto& [loop, k] : uniqueness.borrowed)
        if (s.op == Op::Loop && s.outs[0] == loop) store_first(plan, fills, s, k, all);
      all.push_back(std::move(s));
    }
    b.stms = std::move(all);
  });
  return true;
}

bool own_states(Plan& plan) {
  bool moved = false;
  for_each_root(plan, [&](Body& root) {
    for_each_stm(root, [&](Stm& s) {
      if (s.op != Op::Loop && s.op != Op::Foldl) return;
      for (Body& b : s.bodies) for_each_body(b, [&](Body& in) { moved |= put_changes_last(in); });
    });
  });
  const bool copied = copy_borrowed(plan, find_uniqueness(plan, {.copies = true}));
  if (copied) remove_dead_code(plan); // a first vector whose copies are filled anew
  return copied || moved;
}

} // namespace nova::plan
