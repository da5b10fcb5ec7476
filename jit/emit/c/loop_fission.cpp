// Long loops in stages. A processor looks at some two hundred operations at a time: of a body that is longer
// (an option's price: a logarithm, three exponentials, four divisions, one after the other) it has one round
// before it, whose operations wait for each other, and never sees that the next round does not. Such a body
// is cut into stages. Each runs over a block of rounds before the next one does; what later stages need is
// kept in the nearest cache. An option took 2.3 ns so, and takes 1.5.
#include "jit/emit/c/emitter.hpp"
#include <algorithm>

namespace nova::plan {
namespace {

constexpr int stage_operations = 110; ///< about half of what a processor looks at
constexpr const char* stage_rounds = "256";

/// About how many operations of vectors a statement is.
int operations(const Stm& s) {
  int inside = 1;
  for (const Body& b : s.bodies)
    for (const Stm& in : b.stms) inside += operations(in);
  if (s.op == Op::Constant) return 0;
  return s.op == Op::Scalar && is_maths(s.builtin) ? 40 : inside;
}

/// A read of element i, which costs as much as one of what was kept.
bool is_of_round(const Body& b, const Stm& s) { return s.op == Op::Read && s.args[1] == b.params[0]; }

void note_uses(const Body& b, std::unordered_set<Var>& used) {
  for_each_stm(b, [&](const Stm& s) {
    used.insert(s.args.begin(), s.args.end());
    for (const Body& inner : s.bodies) used.insert(inner.results.begin(), inner.results.end());
  });
  used.insert(b.results.begin(), b.results.end());
}

} // namespace

/// Arithmetic, reads and choices that are computed both ways: nothing that ends a round, or that vectors
/// can't do.
bool Emitter::is_even(const Body& b) const {
  bool even = is_arithmetic(b);
  for_each_stm(b, [&](const Stm& s) { even = even && (s.op != Op::If || is_choice(s)); });
  return even;
}

/// What statements from `at` on use of those before, but numbers of the text and reads that are as well made
/// again.
Vars Emitter::kept_at(const Body& b, size_t at) const {
  std::unordered_set<Var> used;
  note_uses({b.params, {b.stms.begin() + static_cast<ptrdiff_t>(at), b.stms.end()}, b.results}, used);
  Vars kept;
  for (size_t k = 0; k < at; ++k)
    if (b.stms[k].op != Op::Constant && !is_of_round(b, b.stms[k]))
      std::ranges::copy_if(b.stms[k].outs, std::back_inserter(kept), [&](Var v) { return used.contains(v); });
  return kept;
}

/// Where the stages begin and end: each of about the same length, at the places near there where the least is
/// kept. Less than three places: one stage.
std::vector<size_t> Emitter::stages(const Body& b) const {
  std::vector<int> sum{0};
  for (const Stm& s : b.stms) sum.push_back(sum.back() + operations(s));
  const int parts = (sum.back() + stage_operations / 2) / stage_operations;
  if (!simd_ || parts < 2 || b.params.size() != 1 || !is_even(b) || !gathered(b).empty()) return {};
  std::vector<size_t> found{0};
  for (int k = 1; k < parts; ++k) {
    const int goal = sum.back() * k / parts, slack = stage_operations / 3;
    size_t best = 0, least = 9; // to keep more than eight does not pay
    for (size_t at = found.back() + 1; at < b.stms.size(); ++at)
      if (const size_t kept = std::abs(sum[at] - goal) <= slack ? kept_at(b, at).size() : least; kept < least)
        best = at, least = kept;
    if (best) found.push_back(best);
  }
  found.push_back(b.stms.size());
  return found;
}

/// Statements first .. last - 1 of a block's rounds.
void Emitter::stage(const Stm& map, size_t first, size_t last, const std::string& base,
                    const std::string& count) {
  const Body& b = map.bodies[0];
  const auto kept = [&](Var v) { return "nova_kept_" + name(v); };
  const bool ends = last == b.stms.size();
  const Vars before = kept_at(b, first), after = ends ? Vars{} : kept_at(b, last);
  const auto is_new = [&](Var v) { return !std::ranges::count(before, v); };
  for (Var v : after)
    if (is_new(v)) line(c_type(element(v)) + " " + kept(v) + "[" + stage_rounds + "];");
  std::unordered_set<Var> used;
  note_uses({{},
             {b.stms.begin() + static_cast<ptrdiff_t>(first), b.stms.begin() + static_cast<ptrdiff_t>(last)},
             ends ? b.results : Vars{}},
            used);
  line("NOVA_IVDEP");
  open("for (nv_i64 nova_j = 0; nova_j < " + count + "; ++nova_j)");
  line(declared(b.params[0]) + " = " + base + " + nova_j;");
  for (Var v : before)
    if (used.contains(v)) line(declared(v) + " = " + kept(v) + "[nova_j];");
  for (size_t k = 0; k < last; ++k)
    if (k >= first || (is_of_round(b, b.stms[k]) && used.contains(b.stms[k].outs[0]))) statement(b.stms[k]);
  for (Var v : after)
    if (is_new(v)) line(kept(v) + "[nova_j] = " + name(v) + ";");
  for (size_t k = 0; ends && k < map.outs.size(); ++k)
    line(name(map.outs[k]) + "[" + name(b.params[0]) + "] = " + name(b.results[k]) + ";");
  close();
}

void Emitter::staged_loop(const Stm& map, const std::vector<size_t>& stages, const std::string& from,
                          const std::string& to) {
  const std::string base = fresh("base"), count = fresh("count");
  open("for (nv_i64 " + base + " = " + from + "; " + base + " < " + to + "; " + base + " += " + stage_rounds +
       ")");
  line("const nv_i64 " + count + " = nova_least(" + stage_rounds + ", " + to + " - " + base + ");");
  deferring(map.bodies[0], [&] {
    for (size_t k = 0; k + 1 < stages.size(); ++k) stage(map, stages[k], stages[k + 1], base, count);
  });
  close();
}

} // namespace nova::plan
