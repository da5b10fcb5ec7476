// Vertical fusion: replaces each read of an element that a Map computes by the Map's body, and removes the Map.
//
// This must not duplicate work. So one of two conditions must hold. Either all reads are in one loop, which stands in
// the same body as the Map, and no two of its iterations read the same element. Or the Map's body costs no more than
// the load that it replaces.
//
// A Map's body that can fail must still run for each element. So the loop must have the Map's length, and each
// iteration i must read element i unconditionally. A Map whose column `force` stores is not fused, since a Copy uses
// the column.
#include "jit/passes/pass_list.hpp"
#include "jit/passes/rewriting.hpp"
#include <algorithm>
#include <functional>

namespace nova::plan {
namespace {

/// How the statements after a Map use the columns that it makes.
struct Uses {
  bool otherwise = false; ///< whether the columns are used in another way than by reads of elements
  /// in_loops: whether they are read inside of loops; outside: whether they are read outside of loops
  bool in_loops = false, outside = false;
  /// whether they are read in a loop within a loop, or in a loop's body that does not run exactly once for each index
  bool nested = false;
  std::vector<const Stm*> loops; ///< the loops that stand in the same body as the Map and read the columns
  std::vector<Var> indices;      ///< all variables that are indices of reads of the columns
  std::vector<Var> sure;         ///< those of `indices` whose reads are not in a branch of an If
};

class UseFinder {
 public:
  UseFinder(const Stm& map, const Body& b, size_t from) : outs_(map.outs) {
    for (size_t k = from; k < b.stms.size(); ++k) statement(b.stms[k], nullptr, 0, false);
    results(b);
  }
  Uses uses;

 private:
  void results(const Body& b) {
    uses.otherwise =
        uses.otherwise || std::ranges::any_of(b.results, [&](Var v) { return is_any(v, outs_); });
  }
  void statement(const Stm& s, const Stm* loop, int depth, bool maybe) {
    const bool reads = s.op == Op::Read && is_any(s.args[0], outs_);
    if (reads)
      read(s, loop, depth, maybe);
    else if (std::ranges::any_of(s.args, [&](Var v) { return is_any(v, outs_); }))
      uses.otherwise = true;
    const Stm* around = loop ? loop : is_loop(s.op) ? &s : nullptr;
    for (size_t k = 0; k < s.bodies.size(); ++k) {
      // Only the first body of a loop with an index runs once for each index.
      const bool counts = s.op == Op::If || (k == 0 && loop_index(s));
      const int deeper = s.op == Op::If ? depth : counts ? depth + 1 : depth + 2;
      for (const Stm& inner : s.bodies[k].stms) statement(inner, around, deeper, maybe || s.op == Op::If);
      results(s.bodies[k]);
    }
  }
  void read(const Stm& s, const Stm* loop, int depth, bool maybe) {
    uses.outside |= depth == 0;
    uses.in_loops |= depth > 0;
    uses.nested |= depth > 1;
    if (loop && !is_loop_known(loop)) uses.loops.push_back(loop);
    if (!is_any(s.args[1], uses.indices)) uses.indices.push_back(s.args[1]);
    if (!maybe) uses.sure.push_back(s.args[1]);
  }
  bool is_loop_known(const Stm* loop) const {
    return std::ranges::find(uses.loops, loop) != uses.loops.end();
  }

  const std::vector<Var>& outs_;
};

/// Replaces reads of the Map's columns by copies of the Map's body. If a body was copied for some index, later reads
/// at that index use its results.
class Inliner {
 public:
  Inliner(Plan& plan, const Stm& map) : plan_(plan), map_(map), renaming_(plan) {}

  void body(Body& b, size_t from = 0) {
    const size_t known = made_.size();
    std::vector<Stm> before = std::exchange(b.stms, {});
    for (size_t k = 0; k < before.size(); ++k) {
      if (k >= from)
        statement(before[k], b.stms);
      else
        b.stms.push_back(std::move(before[k]));
    }
    renaming_.apply(b.results);
    made_.resize(known);
  }

 private:
  void statement(Stm& s, std::vector<Stm>& out) {
    renaming_.apply(s.args);
    const auto at = s.op == Op::Read ? std::ranges::find(map_.outs, s.args[0]) : map_.outs.end();
    if (at != map_.outs.end())
      return renaming_.set(s.outs[0], element(s.args[1], out)[static_cast<size_t>(at - map_.outs.begin())]);
    const size_t before = put_;
    for (Body& b : s.bodies) body(b);
    if (put_ > before && is_loop(s.op)) take_strategy(s, map_);
    out.push_back(std::move(s));
  }
  std::vector<Var> element(Var index, std::vector<Stm>& out) {
    for (const auto& [i, results] : made_)
      if (i == index) return results;
    std::vector<Var> results = paste_body(plan_, map_.bodies[0], std::span(&index, 1), out);
    made_.emplace_back(index, results), ++put_;
    return results;
  }

  Plan& plan_;
  const Stm& map_;
  Renaming renaming_;
  std::vector<std::pair<Var, std::vector<Var>>> made_;
  size_t put_ = 0; ///< number of copies of the Map's body so far
};

/// Whether fusion would lose parallelism, so that the Map is not fused: the Map is heavy and threads would share it,
/// but the loop that reads it is run by one thread. This is so only in the plan's own body (`outermost`); inside of
/// loops and functions one thread runs the Map, too.
bool is_for_threads(const Stm& map, const Uses& u, bool outermost) {
  if (!outermost || u.loops.size() != 1 || !is_heavy(map.bodies[0])) return false;
  return u.loops[0]->op == Op::Foldl || u.loops[0]->op == Op::Scatter;
}

/// The condition of one of the passes below: returns whether it fuses the Map into the statements that use it.
using Choice = std::function<bool(const Stm& map, const Uses& uses, const Definitions& definitions)>;

bool fuse_in(Plan& plan, Body& b, const Choice& choice) {
  bool changed = false;
  for (size_t k = 0; k < b.stms.size(); ++k) {
    if (b.stms[k].op != Op::Map || b.stms[k].outs.empty()) continue;
    const UseFinder found(b.stms[k], b, k + 1);
    if (found.uses.otherwise || found.uses.indices.empty()) continue;
    if (is_for_threads(b.stms[k], found.uses, &b == &plan.body && !plan.in_function)) continue;
    if (!choice(b.stms[k], found.uses, Definitions(plan))) continue;
    const Stm map = std::move(b.stms[k]);
    b.stms.erase(b.stms.begin() + static_cast<ptrdiff_t>(k));
    Inliner(plan, map).body(b, k);
    changed = true;
    --k;
  }
  return changed;
}

bool fuse(Plan& plan, const Choice& choice) {
  bool changed = false;
  for_each_body(plan.body, [&](Body& b) { changed |= fuse_in(plan, b, choice); });
  return changed;
}

/// Whether `index` is known to have a different value in each iteration of the loop with index i. It is so if `index`
/// is i, or is made from i by adding or subtracting loop-invariant values and multiplying by constants.
bool own_index(Var index, Var i, const Definitions& definitions) {
  if (index == i) return true;
  const Stm* s = definitions[index];
  if (!s || s->op != Op::Scalar || s->element != Element::I64 || s->args.size() != 2) return false;
  const Stm *left = definitions[s->args[0]], *right = definitions[s->args[1]];
  const bool left_own = own_index(s->args[0], i, definitions),
             right_own = own_index(s->args[1], i, definitions);
  if (left_own == right_own) return false;
  const Stm* other = left_own ? right : left;
  const Var other_var = s->args[left_own];
  if (s->builtin == BuiltinId::Multiply) return other && other->op == Op::Constant && other->bits != 0;
  if (s->builtin != BuiltinId::Add && s->builtin != BuiltinId::Subtract) return false;
  // The other operand must have the same value in each iteration.
  return (other && other->op == Op::Constant) || definitions.outside_loop(other_var, i);
}

bool into_one_loop(const Stm& map, const Uses& u, const Definitions& definitions,
                   std::initializer_list<Op> ops) {
  if (u.loops.size() != 1 || u.outside || u.nested || u.indices.size() != 1) return false;
  const Stm& loop = *u.loops[0];
  if (std::ranges::find(ops, loop.op) == ops.end()) return false;
  const Var i = *loop_index(loop);
  if (!can_fail(map)) return own_index(u.indices[0], i, definitions);
  return u.indices[0] == i && is_any(i, u.sure) && loop_length(loop) == map.args[0];
}

/// Whether all elements that are read can be computed while compiling: all indices are constants, and the Map's body
/// is arithmetic on its index and constants.
bool folds(const Stm& map, const Uses& u, const Definitions& definitions) {
  const Body& b = map.bodies[0];
  std::vector<Var> known = b.params;
  const auto is_known = [&](Var v) { return is_any(v, known) || definitions.constant(v); };
  for (const Stm& s : b.stms) {
    if (s.op != Op::Constant && !(s.op == Op::Scalar && std::ranges::all_of(s.args, is_known))) return false;
    known.insert(known.end(), s.outs.begin(), s.outs.end());
  }
  return std::ranges::all_of(u.indices, [&](Var i) { return definitions.constant(i).has_value(); });
}

} // namespace

bool fuse_map_map(Plan& plan) {
  return fuse(plan, [](const Stm& m, const Uses& u, const Definitions& d) {
    return into_one_loop(m, u, d, {Op::Map});
  });
}

bool fuse_map_reduce(Plan& plan) {
  return fuse(plan, [](const Stm& m, const Uses& u, const Definitions& d) {
    return into_one_loop(m, u, d, {Op::Reduce, Op::Accumulate, Op::Foldl});
  });
}

bool fuse_map_scan(Plan& plan) {
  return fuse(plan, [](const Stm& m, const Uses& u, const Definitions& d) {
    return into_one_loop(m, u, d, {Op::Scan});
  });
}

bool fuse_map_filter(Plan& plan) {
  return fuse(plan, [](const Stm& m, const Uses& u, const Definitions& d) {
    return into_one_loop(m, u, d, {Op::Filter});
  });
}

bool fuse_map_rows(Plan& plan) {
  return fuse(plan, [](const Stm& m, const Uses& u, const Definitions& d) {
    return into_one_loop(m, u, d, {Op::Rows, Op::Scatter, Op::Histogram});
  });
}

bool fuse_map_read(Plan& plan) {
  constexpr size_t few = 16;
  return fuse(plan, [](const Stm& m, const Uses& u, const Definitions&) {
    return !u.in_loops && u.indices.size() <= few && !can_fail(m);
  });
}

bool recompute_cheap(Plan& plan) {
  return fuse(plan, [](const Stm& m, const Uses& u, const Definitions& definitions) {
    return !can_fail(m) && (is_cheap(m.bodies[0]) || folds(m, u, definitions));
  });
}

} // namespace nova::plan
