// Loop fission. A CPU overlaps some two hundred operations at a time. A longer body (an option's price: a logarithm,
// three exponentials and four divisions, each of which needs the one before) fills that window with one iteration,
// whose operations wait for each other, although the next iteration is independent. Such a body is cut into stages.
// Each runs over a block of iterations before the next stage does. What later stages need is stored in arrays that
// fit the first cache. With stages an option takes 1.5 ns instead of 2.3 ns.
//
// A body may end in maths on what inner loops give: the exponential of a distance, the root of a sum of squares. The
// inner loops keep it from becoming SIMD. Then the maths is a stage of its own, which is SIMD.
#include "jit/emit/c/maps/loop_fission.hpp"
#include <algorithm>
#include <functional>

namespace nova::plan {

namespace {

constexpr int stage_operations = 110; ///< about half of the operations that a CPU overlaps
constexpr const char* stage_rounds = "256";

/// Returns about how many vector operations a statement takes.
int operations(const Stm& s) {
  int inside = 1;
  for (const Body& b : s.bodies)
    for (const Stm& in : b.stms) inside += operations(in);
  if (s.op == Op::Constant) return 0;
  return s.op == Op::Scalar && is_maths(s.builtin) ? 40 : inside;
}

/// Whether s reads a column at the loop's index. A stage repeats such a read, since a value that an earlier stage has
/// kept would have to be read, too.
bool is_of_round(const Body& b, const Stm& s) { return s.op == Op::Read && s.args[1] == b.params[0]; }

void note_uses(const Body& b, std::unordered_set<Var>& used) {
  for_each_stm(b, [&](const Stm& s) {
    used.insert(s.args.begin(), s.args.end());
    for (const Body& inner : s.bodies) used.insert(inner.results.begin(), inner.results.end());
  });
  used.insert(b.results.begin(), b.results.end());
}

/// Whether the body is arithmetic, reads, and Ifs of which both branches are computed, so that it becomes SIMD.
bool is_even(const BodyPrinter& p, const Body& b) {
  bool even = is_arithmetic(b);
  for_each_stm(b, [&](const Stm& s) { even = even && (s.op != Op::If || p.is_choice(s)); });
  return even;
}

/// Returns the variables whose values are kept in arrays if the body is cut before statement `at`: those that are
/// bound before it and used from there on. Constants and reads that a stage repeats are not kept.
Vars kept_at(const Body& b, size_t at) {
  std::unordered_set<Var> used;
  note_uses({b.params, {b.stms.begin() + static_cast<ptrdiff_t>(at), b.stms.end()}, b.results}, used);
  Vars kept;
  for (size_t k = 0; k < at; ++k)
    if (b.stms[k].op != Op::Constant && !is_of_round(b, b.stms[k]))
      std::ranges::copy_if(b.stms[k].outs, std::back_inserter(kept), [&](Var v) { return used.contains(v); });
  return kept;
}

std::string kept_name(const BodyPrinter& p, Var v) { return "nova_kept_" + p.name(v); }

void declare_kept(BodyPrinter& p, Var v) {
  p.line(c_type(p.element(v)) + " " + kept_name(p, v) + "[" + stage_rounds + "];");
}

/// Prints one stage: a loop that runs statements first .. last - 1 for all iterations of a block.
void stage(BodyPrinter& p, const Stm& map, size_t first, size_t last, const std::string& base,
           const std::string& count) {
  const Body& b = map.bodies[0];
  const auto kept = [&](Var v) { return kept_name(p, v); };
  const bool ends = last == b.stms.size();
  const Vars before = kept_at(b, first), after = ends ? Vars{} : kept_at(b, last);
  const auto is_new = [&](Var v) { return !std::ranges::count(before, v); };
  for (Var v : after)
    if (is_new(v)) declare_kept(p, v);
  std::unordered_set<Var> used;
  note_uses({{},
             {b.stms.begin() + static_cast<ptrdiff_t>(first), b.stms.begin() + static_cast<ptrdiff_t>(last)},
             ends ? b.results : Vars{}},
            used);
  p.line("NOVA_IVDEP");
  p.open("for (nv_i64 nova_j = 0; nova_j < " + count + "; ++nova_j)");
  p.line(p.declared(b.params[0]) + " = " + base + " + nova_j;");
  for (Var v : before)
    if (used.contains(v)) p.line(p.declared(v) + " = " + kept(v) + "[nova_j];");
  for (size_t k = 0; k < last; ++k)
    if (k >= first || (is_of_round(b, b.stms[k]) && used.contains(b.stms[k].outs[0]))) p.statement(b.stms[k]);
  for (Var v : after)
    if (is_new(v)) p.line(kept(v) + "[nova_j] = " + p.name(v) + ";");
  for (size_t k = 0; ends && k < map.outs.size(); ++k)
    p.line(p.name(map.outs[k]) + "[" + p.name(b.params[0]) + "] = " + p.name(b.results[k]) + ";");
  p.close();
}

} // namespace

std::vector<size_t> stages(const BodyPrinter& p, const Body& b) {
  std::vector<int> sum{0};
  for (const Stm& s : b.stms) sum.push_back(sum.back() + operations(s));
  const int parts = (sum.back() + stage_operations / 2) / stage_operations;
  if (!p.simd() || parts < 2 || b.params.size() != 1 || !is_even(p, b) || !gathered(b).empty()) return {};
  std::vector<size_t> found{0};
  for (int k = 1; k < parts; ++k) {
    const int goal = sum.back() * k / parts, slack = stage_operations / 3;
    size_t best = 0, least = 9; // a cut that keeps more than eight values does not pay
    for (size_t at = found.back() + 1; at < b.stms.size(); ++at)
      if (const size_t kept = std::abs(sum[at] - goal) <= slack ? kept_at(b, at).size() : least; kept < least)
        best = at, least = kept;
    if (best) found.push_back(best);
  }
  found.push_back(b.stms.size());
  return found;
}

static void blocks(BodyPrinter& p, const std::string& from, const std::string& to,
                   const std::function<void(const std::string&, const std::string&)>& block) {
  const std::string base = p.fresh("base"), count = p.fresh("count");
  p.open("for (nv_i64 " + base + " = " + from + "; " + base + " < " + to + "; " + base +
         " += " + stage_rounds + ")");
  p.line("const nv_i64 " + count + " = nova_least(" + stage_rounds + ", " + to + " - " + base + ");");
  block(base, count);
  p.close();
}

void staged_loop(BodyPrinter& p, const Stm& map, const std::vector<size_t>& stages, const std::string& from,
                 const std::string& to) {
  blocks(p, from, to, [&](const std::string& base, const std::string& count) {
    p.deferring(map.bodies[0], [&] {
      for (size_t k = 0; k + 1 < stages.size(); ++k) stage(p, map, stages[k], stages[k + 1], base, count);
    });
  });
}

std::optional<size_t> maths_behind_loops(const BodyPrinter& p, const Body& b) {
  const auto last =
      std::ranges::find_if(b.stms.rbegin(), b.stms.rend(), [](const Stm& s) { return !is_arithmetic(s); });
  if (!p.simd() || b.params.size() != 1 || last == b.stms.rend()) return {};
  const Body behind{b.params, {last.base(), b.stms.end()}, b.results};
  bool maths = false;
  for_each_stm(behind, [&](const Stm& s) { maths |= s.op == Op::Scalar && is_maths(s.builtin); });
  const auto at = static_cast<size_t>(last.base() - b.stms.begin());
  const Vars kept = kept_at(b, at);
  constexpr size_t few = 8;
  const bool scalars = std::ranges::none_of(kept, [&](Var v) { return p.plan()[v].column; });
  return maths && scalars && kept.size() <= few && is_even(p, behind) ? std::optional(at) : std::nullopt;
}

void loops_then_maths(BodyPrinter& p, const Stm& map, size_t at, const std::string& from,
                      const std::string& to) {
  const Body& b = map.bodies[0];
  const Vars kept = kept_at(b, at);
  const Body loops{b.params, {b.stms.begin(), b.stms.begin() + static_cast<ptrdiff_t>(at)}, kept};
  blocks(p, from, to, [&](const std::string& base, const std::string& count) {
    for (Var v : kept) declare_kept(p, v);
    const std::string j = p.fresh("j");
    p.open("for (nv_i64 " + j + " = 0; " + j + " < " + count + "; ++" + j + ")");
    p.poll();
    const Scoped shares(p.modes.shares, {}); // inner loops must not reset the shares
    for (const std::string& anew : shares.before()) p.line(anew);
    p.round(loops, {base + " + " + j}, [&](const Names& r) {
      for (size_t k = 0; k < kept.size(); ++k) p.line(kept_name(p, kept[k]) + "[" + j + "] = " + r[k] + ";");
    });
    p.close();
    p.deferring({b.params, {}, {}}, [&] { stage(p, map, at, b.stms.size(), base, count); });
  });
}

} // namespace nova::plan
