// Merges two filters of which one keeps the elements that the other removes (a partition). They become one Filter
// with the flag `splits`, which also returns the elements that it does not keep. Only plans for a GPU are changed:
// its filters find the target positions of both kinds of elements by the same count (kernels/cuda/filter.h).
#include "jit/passes/pass_list.hpp"
#include "jit/passes/rewriting.hpp"
#include <algorithm>

namespace nova::plan {
namespace {

/// Returns the statement of the body that binds the variable; null if the variable is bound elsewhere.
const Stm* maker(const Body& b, Var v) {
  const auto at = std::ranges::find_if(b.stms, [&](const Stm& s) { return is_any(v, s.outs); });
  return at == b.stms.end() ? nullptr : &*at;
}

/// Whether variable x of body a and variable y of body b have the same value whenever the indices of a and b do.
/// Returns true only if arithmetic, reads and constants compute them in the same way.
bool is_same(const Body& a, Var x, const Body& b, Var y) {
  if (x == y) return true;
  if (x == a.params[0] || y == b.params[0]) return x == a.params[0] && y == b.params[0];
  const Stm *s = maker(a, x), *t = maker(b, y);
  if (!s || !t || s->op != t->op || s->element != t->element || s->args.size() != t->args.size())
    return false;
  if (s->op == Op::Constant) return s->bits == t->bits;
  if (s->op != Op::Read && (s->op != Op::Scalar || s->builtin != t->builtin)) return false;
  for (size_t k = 0; k < s->args.size(); ++k)
    if (!is_same(a, s->args[k], b, t->args[k])) return false;
  return true;
}

/// Returns x if the variable `truth` is computed as (not x) in the body; nothing otherwise.
std::optional<Var> denied(const Body& b, Var truth) {
  const Stm* s = maker(b, truth);
  return s && s->op == Op::Scalar && s->builtin == BuiltinId::Not ? std::optional(s->args[0]) : std::nullopt;
}

bool are_opposite(const Body& a, const Body& b) {
  const auto not_a = denied(a, a.results[0]), not_b = denied(b, b.results[0]);
  return (not_b && is_same(a, a.results[0], b, *not_b)) || (not_a && is_same(a, *not_a, b, b.results[0]));
}

/// Whether statement `at` of the body may move to the position of the earlier statement `first`, since it uses no
/// results of statement `first` or later ones.
bool may_move_up(const Body& b, size_t first, size_t at) {
  for (size_t k = first; k < at; ++k)
    if (uses(b.stms[at], b.stms[k].outs)) return false;
  return true;
}

/// Returns the index of a later Filter that keeps exactly the elements that the Filter b.stms[k] does not, and that
/// may move up to it. Returns nothing if there is none.
std::optional<size_t> opposite(const Body& b, size_t k) {
  const Stm& s = b.stms[k];
  for (size_t l = k + 1; s.op == Op::Filter && !s.splits && l < b.stms.size(); ++l) {
    const Stm& t = b.stms[l];
    if (t.op == Op::Filter && !t.splits && t.args == s.args && are_opposite(s.bodies[0], t.bodies[0]) &&
        may_move_up(b, k, l))
      return l;
  }
  return {};
}

} // namespace

bool split_filters(Plan& plan) {
  bool changed = false;
  // Functions of the plan are left out, since kernels may call them, and a Filter inside of a kernel cannot split.
  for_each_host_body(plan.body, [&](Body& b) {
    for (size_t k = 0; k < b.stms.size(); ++k) {
      const std::optional<size_t> l = opposite(b, k);
      if (!l) continue;
      Stm other = std::move(b.stms[*l]);
      b.stms.erase(b.stms.begin() + static_cast<ptrdiff_t>(*l));
      Stm& s = b.stms[k];
      s.splits = true, s.kept = static_cast<uint32_t>(s.outs.size() - 1);
      Body& body = s.bodies[0];
      const std::vector<Var> rest = paste_body(plan, other.bodies[0], body.params, body.stms);
      body.results.insert(body.results.end(), rest.begin() + 1, rest.end());
      s.outs.insert(s.outs.end(), other.outs.begin(), other.outs.end());
      changed = true;
    }
  });
  return changed;
}

} // namespace nova::plan
