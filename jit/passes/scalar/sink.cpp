// Moves statements whose results only one branch of an If uses, mostly reads of cells, into that branch. This is done
// if the branch is heavy and the other one is light. A walk over a tree, for example, then reads nothing but the tags
// of the leaves. It is also done if a branch makes cells, since C compilers do not move reads past writes. If both
// branches are light, nothing is moved, so that both may be computed without a jump.
#include "jit/passes/pass_list.hpp"
#include "jit/passes/rewriting.hpp"
#include <algorithm>

namespace nova::plan {
namespace {

/// Whether statements whose results only `branch` uses should be moved into it. `other` is the other branch of the
/// If.
bool takes_more(const Body& branch, const Body& other) {
  const bool makes = makes_cells_in(branch);
  return makes || makes_cells_in(other) ? makes || is_heavy(branch) : is_heavy(branch) && !is_heavy(other);
}

class Sinker {
 public:
  explicit Sinker(Plan& plan) : uses_(count_uses(plan)) {}
  bool run(Body& b) {
    bool changed = false;
    for (size_t k = b.stms.size(); k-- > 0;) changed |= moves(b.stms[k]) && sink(b, k);
    return changed;
  }

 private:
  static bool moves(const Stm& s) {
    return (s.op == Op::Read || s.op == Op::Scalar) && s.outs.size() == 1 && !can_fail(s);
  }

  /// Moves statement k of the body into a branch of a later If, and returns true. Nothing but that branch may use the
  /// statement's result, and `takes_more` must hold for the branch. Otherwise moves nothing and returns false.
  bool sink(Body& b, size_t k) {
    const Var v = b.stms[k].outs[0];
    for (size_t at = k + 1; at < b.stms.size(); ++at) {
      Stm& user = b.stms[at];
      if (!uses(user, std::span(&v, 1))) continue;
      if (user.op != Op::If || is_any(v, user.args)) return false;
      for (size_t side = 0; side < 2; ++side)
        if (uses_in(user.bodies[side], v) == uses_[index_of(v)] &&
            takes_more(user.bodies[side], user.bodies[1 - side]))
          return move(b, k, user.bodies[side]), true;
      return false;
    }
    return false;
  }
  static uint32_t uses_in(const Body& b, Var v) {
    auto n = static_cast<uint32_t>(std::ranges::count(b.results, v));
    for (const Stm& s : b.stms) {
      n += static_cast<uint32_t>(std::ranges::count(s.args, v));
      for (const Body& inner : s.bodies) n += uses_in(inner, v);
    }
    return n;
  }
  static void move(Body& from, size_t k, Body& to) {
    Stm s = std::move(from.stms[k]);
    to.stms.insert(to.stms.begin(), std::move(s));
    from.stms.erase(from.stms.begin() + static_cast<ptrdiff_t>(k));
  }

  std::vector<uint32_t> uses_;
};

} // namespace

bool sink_into_branches(Plan& plan) {
  Sinker sinker(plan);
  bool changed = false;
  const auto outer_first = [&](const auto& self, Body& b) -> void {
    changed |= sinker.run(b);
    for (Stm& s : b.stms)
      for (Body& inner : s.bodies) self(self, inner);
  };
  for_each_root(plan, [&](Body& b) { outer_first(outer_first, b); });
  return changed;
}

} // namespace nova::plan
