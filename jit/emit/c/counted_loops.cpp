#include "jit/emit/c/counted_loops.hpp"
#include "jit/analysis/queries.hpp"
#include "jit/emit/c/maps/index_conditions.hpp"
#include "jit/emit/c/maps/loop_splitting.hpp"
#include <algorithm>

namespace nova::plan {

namespace {

/// Whether v is the constant 1.
bool is_one(const BodyPrinter& p, Var v) {
  const auto at = p.texts().find(v);
  return at != p.texts().end() && at->second == 1;
}

/// Returns the bound, if the condition is that the index is less than a value from outside of the loop.
std::optional<Var> bound_of(const Body& condition, size_t index) {
  if (condition.stms.size() != 1 || condition.results[0] != condition.stms[0].outs[0]) return {};
  const Stm& s = condition.stms[0];
  if (s.op != Op::Scalar || s.args.size() != 2 || s.element != Element::I64) return {};
  const bool less = s.builtin == BuiltinId::Less, greater = s.builtin == BuiltinId::Greater;
  const Var low = s.args[less ? 0 : 1], high = s.args[less ? 1 : 0];
  const bool counts = (less || greater) && low == condition.params[index] && !is_any(high, condition.params);
  return counts ? std::optional(high) : std::nullopt;
}

/// Whether v is the index plus 1 in the body.
bool is_next(const BodyPrinter& p, const Body& b, Var v, Var index) {
  return std::ranges::any_of(b.stms, [&](const Stm& s) {
    if (s.op != Op::Scalar || s.builtin != BuiltinId::Add || s.outs[0] != v) return false;
    return (s.args[0] == index && is_one(p, s.args[1])) || (s.args[1] == index && is_one(p, s.args[0]));
  });
}

/// Whether the statement is arithmetic, a read or a check, or a branch of these.
bool is_plain(const Stm& s) {
  if (s.op == Op::Scalar || s.op == Op::Constant || s.op == Op::Read || s.op == Op::Check) return true;
  return s.op == Op::If &&
         std::ranges::all_of(s.bodies, [](const Body& b) { return std::ranges::all_of(b.stms, is_plain); });
}

/// Whether the statement, or one in its bodies, has v as an argument.
bool uses(const Stm& s, Var v) {
  bool found = is_any(v, s.args);
  for (const Body& b : s.bodies) for_each_stm(b, [&](const Stm& t) { found |= is_any(v, t.args); });
  return found;
}

/// Returns the statement of the body that replaces one element of the column, if it is the last that uses the column
/// and all others are plain; null otherwise.
const Stm* only_put(const BodyPrinter& p, const Body& b, Var column) {
  const Stm* put = nullptr;
  for (const Stm& s : b.stms) {
    const bool puts = s.op == Op::Scatter && s.outs.size() == 1 && s.args[2] == column &&
                      p.is_in_place(s.outs[0]) && is_one(p, s.args[1]) && s.bodies[0].stms.empty();
    if (puts ? put != nullptr : !is_plain(s)) return nullptr;
    if (put && uses(s, column)) return nullptr;
    if (puts) put = &s;
  }
  return put;
}

/// Notes the places of the column's reads. Returns whether all are the index, or nothing, plus a value from outside of
/// the loop.
bool note_reads(const BodyPrinter& p, CountedLoop& l, Var column) {
  const Vars all = bound_variables(l.body);
  bool good = true;
  for_each_stm(l.body, [&](const Stm& s) {
    if (s.op != Op::Read || s.args[0] != column) return;
    if (const auto rest = rest_of(p, l.body, s.args[1]))
      l.moving.push_back(*rest);
    else if (!is_any(s.args[1], all) || p.texts().contains(s.args[1]))
      l.fixed.push_back(p.name(s.args[1]));
    else
      good = false;
  });
  std::erase(l.moving, l.place);
  return good;
}

/// Whether all checks of the body are known to hold, those in branches, too.
bool holds(BodyPrinter& p, const Body& b) {
  return std::ranges::all_of(b.stms, [&](const Stm& s) {
    if (s.op == Op::Scalar) p.learn(s);
    if (s.op == Op::Check && p.known(s.args[0]) != true) return false;
    return std::ranges::all_of(s.bodies, [&](const Body& inner) { return holds(p, inner); });
  });
}

} // namespace

std::optional<CountedLoop> counted_loop(const BodyPrinter& p, const Stm& s) {
  if (!p.simd() || p.modes.defers || !p.modes.guard.empty() || s.outs.size() != 2) return {};
  CountedLoop l{.loop = &s, .index = p.plan()[s.outs[0]].column ? 1u : 0u};
  const Body& step = s.bodies[1];
  const Var index = step.params[l.index], column = step.params[1 - l.index];
  if (p.plan()[index] != VarType{Element::I64, false} || !p.plan()[column].column) return {};
  const std::optional<Var> bound = bound_of(s.bodies[0], l.index);
  const Stm* const put = bound ? only_put(p, step, column) : nullptr;
  if (!put || step.results[1 - l.index] != put->outs[0] || !is_next(p, step, step.results[l.index], index))
    return {};
  l.bound = *bound, l.body = step;
  l.body.params = {column, index}, l.body.results = put->bodies[0].results;
  std::erase_if(l.body.stms, [&](const Stm& t) { return t.op == Op::Scatter; });
  const auto place = rest_of(p, l.body, l.body.results[0]);
  if (!place) return {};
  l.place = *place;
  return note_reads(p, l, column) ? std::optional(std::move(l)) : std::nullopt;
}

void print_first_iterations(BodyPrinter& p, const CountedLoop& l) {
  const std::vector<IndexCondition> conditions = conditions_and_invariants(p, l.body);
  bool good = false;
  knowing(p, conditions, [&] { good = holds(p, l.body); });
  if (!good) return;
  const std::string index = p.name(l.loop->outs[l.index]), column = p.name(l.loop->outs[1 - l.index]),
                    i = p.fresh("i");
  p.open("");
  range_of(p, conditions, index, p.name(l.bound));
  for (const std::string& other : l.moving)
    p.line("if (!nova_are_apart(" + other + ", " + l.place + ", hi - lo)) hi = lo;");
  for (const std::string& at : l.fixed)
    p.line("if (nova_is_between(" + at + ", " + l.place + ", lo, hi)) hi = lo;");
  p.open("if (lo == " + index + " && lo < hi && (nv_u64)hi - (nv_u64)lo >= 8)");
  p.line(c_type(p.element(l.body.params[0])) + "* const into = " + column + ";");
  p.open("for (nv_i64 first = lo, last; first < hi; first = last)");
  p.line("last = first + nova_least(hi - first, 4096);");
  p.poll("last - first");
  p.line("NOVA_IVDEP");
  p.open("for (nv_i64 " + i + " = first; " + i + " < last; ++" + i + ")");
  knowing(p, conditions, [&] {
    p.deferring(l.body, [&] {
      p.block(l.body, {"into", i}, [&](const Names& r) { p.line("into[" + r[0] + "] = " + r[1] + ";"); });
    });
  });
  p.close(), p.close();
  p.line(index + " = hi;");
  p.close(), p.close();
}

} // namespace nova::plan
