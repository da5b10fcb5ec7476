// Horizontal fusion: merges independent reductions, folds or scans of the same length and shape into one loop. Each
// of them still combines its elements in the same order, so no bit of a result changes.
#include "jit/passes/pass_list.hpp"
#include "jit/passes/rewriting.hpp"
#include <algorithm>

namespace nova::plan {
namespace {

/// Whether the statement is a reduction, fold or scan that may be merged with another one.
bool is_joinable(const Stm& s) {
  const bool folds = s.op == Op::Reduce || s.op == Op::Accumulate || s.op == Op::Foldl || s.op == Op::Scan;
  return folds && !sizes_of(s) && !s.after;
}

bool alike(const Stm& a, const Stm& b) {
  return is_joinable(a) && is_joinable(b) && a.op == b.op && a.args[0] == b.args[0] && a.shape == b.shape &&
         a.exclusive == b.exclusive;
}

void append(std::vector<Var>& to, std::span<const Var> from) {
  to.insert(to.end(), from.begin(), from.end());
}

/// Merges the parameters of two operators. p consists of n variables a and then variables b; q of m variables c and
/// then variables d. Returns (a .., c .., b .., d ..).
std::vector<Var> interleave(const std::vector<Var>& p, size_t n, const std::vector<Var>& q, size_t m) {
  std::vector<Var> all;
  append(all, std::span(p).first(n)), append(all, std::span(q).first(m));
  append(all, std::span(p).subspan(n)), append(all, std::span(q).subspan(m));
  return all;
}

void join_bodies(Body& p, Body& q) {
  for (Stm& s : q.stms) p.stms.push_back(std::move(s));
  append(p.results, q.results);
}

/// Merges statement q into p. The components of q's state follow those of p's.
void join(Plan& plan, Stm& p, Stm& q) {
  const size_t n = p.outs.size(), m = q.outs.size();
  Body &first = p.bodies[0], &second = q.bodies[0];
  Renaming same_index(plan);
  same_index.set(second.params.back(), first.params.back());
  same_index.apply(second);
  const Var i = first.params.back();
  first.params.pop_back(), second.params.pop_back();
  append(first.params, second.params), first.params.push_back(i);
  join_bodies(first, second);
  if (p.bodies.size() > 1) {
    p.bodies[1].params = interleave(p.bodies[1].params, n, q.bodies[1].params, m);
    join_bodies(p.bodies[1], q.bodies[1]);
  }
  append(p.outs, q.outs), append(p.args, std::span(q.args).subspan(1));
}

/// Removes the start value from the reduction b.stms[k]. Instead, an If after the reduction combines the start value
/// with the result, or returns the start value alone if there are no elements.
void join_start_behind(Plan& plan, Body& b, size_t k) {
  Stm& s = b.stms[k];
  const std::vector<Var> init(s.args.begin() + 1, s.args.end()), outs = s.outs;
  for (Var& v : s.outs) v = plan.make(plan[v], plan.names[index_of(v)]);
  s.start = false;
  Stm zero = constant_stm(plan, Element::I64, 0, s.span);
  Stm empty =
      scalar_stm(plan, BuiltinId::Equal, Element::I64, Element::Bool, {s.args[0], zero.outs[0]}, s.span);
  Stm choice{
      .op = Op::If, .outs = outs, .args = {empty.outs[0]}, .bodies = std::vector<Body>(2), .span = s.span};
  choice.bodies[0].results = init;
  std::vector<Var> both = init;
  append(both, s.outs);
  choice.bodies[1].results = paste_body(plan, s.bodies[1], both, choice.bodies[1].stms);
  const auto behind = b.stms.begin() + static_cast<ptrdiff_t>(k) + 1;
  std::vector<Stm> more;
  more.push_back(std::move(zero)), more.push_back(std::move(empty)), more.push_back(std::move(choice));
  b.stms.insert(behind, std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

/// Whether q reads only columns that p also reads, both only at index i in iteration i. Then q relies on no Check on
/// which p does not rely.
bool reads_no_more(const Stm& p, const Stm& q) {
  auto read_by_p = [&](Var column) {
    return std::ranges::any_of(p.bodies[0].stms, [&](const Stm& s) {
      return s.op == Op::Read && s.args[0] == column && s.args[1] == *loop_index(p);
    });
  };
  bool all = true;
  for (const Body& b : q.bodies)
    for_each_stm(b, [&](const Stm& s) {
      if (s.op == Op::Read) all = all && s.args[1] == *loop_index(q) && read_by_p(s.args[0]);
    });
  return all;
}

/// Merges statement k with the first suitable statement after it. Either the later statement moves up to statement k,
/// or statement k moves down to the later one. A statement that reads columns may not move up past a Check, since its
/// reads may rely on the Check. Returns whether anything changed.
bool join_next(Plan& plan, Body& b, size_t k) {
  if (!is_joinable(b.stms[k])) return false;
  std::vector<Var> between = b.stms[k].outs; // the variables that statements k to l - 1 bind
  bool can_move_down = true, can_move_up = true;
  for (size_t l = k + 1; l < b.stms.size(); ++l) {
    Stm &p = b.stms[k], &q = b.stms[l];
    const bool pair = alike(p, q);
    const bool up = pair && !uses(q, between) && (can_move_up || reads_no_more(p, q));
    const bool down = pair && can_move_down && !uses(q, p.outs);
    if (pair && p.start != q.start && (up || (down && q.start)))
      return join_start_behind(plan, b, q.start ? l : k), true;
    if (pair && p.start == q.start && (up || down)) {
      join(plan, p, q);
      if (!up) std::swap(p, q);
      b.stms.erase(b.stms.begin() + static_cast<ptrdiff_t>(up ? l : k));
      return true;
    }
    can_move_down = can_move_down && !uses(q, p.outs);
    can_move_up = can_move_up && !can_fail(q);
    append(between, q.outs);
  }
  return false;
}

} // namespace

bool fuse_horizontal(Plan& plan) {
  bool changed = false;
  for_each_body(plan.body, [&](Body& b) {
    for (size_t k = 0; k < b.stms.size();)
      if (join_next(plan, b, k))
        changed = true;
      else
        ++k;
  });
  return changed;
}

} // namespace nova::plan
