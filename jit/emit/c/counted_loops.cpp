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

/// Returns the bound of the loop's index, if variable k of the loop's state is one: an int that grows by 1.
std::optional<Var> index_bound(const BodyPrinter& p, const Stm& s, size_t k) {
  const Body& step = s.bodies[1];
  if (p.plan()[step.params[k]] != VarType{Element::I64, false} ||
      !is_next(p, step, step.results[k], step.params[k]))
    return {};
  return bound_of(s.bodies[0], k);
}

/// Whether the statement is arithmetic, a read or a check, or a branch of these.
bool is_plain(const Stm& s) {
  if (s.op == Op::Scalar || s.op == Op::Constant || s.op == Op::Read || s.op == Op::Check) return true;
  return s.op == Op::If &&
         std::ranges::all_of(s.bodies, [](const Body& b) { return std::ranges::all_of(b.stms, is_plain); });
}

/// Whether the statement, or one in its bodies, has one of these as an argument.
bool uses(const Stm& s, const Vars& any) {
  bool found = false;
  const auto look = [&](const Stm& t) {
    found |= std::ranges::any_of(t.args, [&](Var v) { return is_any(v, any); });
  };
  look(s);
  for (const Body& b : s.bodies) for_each_stm(b, look);
  return found;
}

/// Whether the statement replaces one element of columns in place.
bool is_write(const BodyPrinter& p, const Stm& s) {
  return s.op == Op::Scatter && is_one(p, s.args[1]) && s.bodies[0].stms.empty() &&
         std::ranges::all_of(s.outs, [&](Var v) { return p.is_in_place(v); });
}

/// The column that an iteration has after some of its writes.
struct Version {
  Var now;
  bool written = false;
};

/// Notes a statement's writes. Returns whether it is a statement of a counted loop: a write, or a plain one that uses no
/// column that is already written.
bool note_statement(const BodyPrinter& p, const Stm& s, CountedLoop& l, std::vector<Version>& versions) {
  const bool writes = is_write(p, s);
  if (!writes && !is_plain(s)) return false;
  Vars written;
  for (const Version& v : versions)
    if (v.written) written.push_back(v.now);
  if (!writes) return !uses(s, written);
  for (size_t k = 0; k < s.outs.size(); ++k) {
    const auto at = std::ranges::find(versions, s.args[2 + k], &Version::now);
    const auto place = rest_of(p, l.body, s.bodies[0].results[0]);
    if (at == versions.end() || !place) return false;
    *at = {s.outs[k], true};
    l.writes.push_back({static_cast<size_t>(at - versions.begin()), *place});
    l.body.results.insert(l.body.results.end(), {s.bodies[0].results[0], s.bodies[0].results[1 + k]});
  }
  return true;
}

/// Notes what each iteration writes. Returns whether the iteration does nothing else, and leaves the rest of the state
/// as it is.
bool note_writes(const BodyPrinter& p, CountedLoop& l) {
  const Body& step = l.loop->bodies[1];
  std::vector<Version> versions;
  for (Var v : step.params) versions.push_back({v});
  if (!std::ranges::all_of(step.stms, [&](const Stm& s) { return note_statement(p, s, l, versions); }))
    return false;
  for (size_t k = 0; k < versions.size(); ++k)
    if (k != l.index && step.results[k] != versions[k].now) return false;
  return !l.writes.empty();
}

void note_conflict(CountedLoop& l, std::string condition) {
  if (std::ranges::find(l.conflicts, condition) == l.conflicts.end())
    l.conflicts.push_back(std::move(condition));
}

/// Notes that each iteration uses the place `at` beside the writes of the same column. `at` is what the place adds to the
/// index, in C.
void note_moving(CountedLoop& l, size_t state, const std::string& at) {
  for (const IterationWrite& w : l.writes)
    if (w.state == state && w.place != at)
      note_conflict(l,
                    "!nova_are_apart(" + std::min(at, w.place) + ", " + std::max(at, w.place) + ", hi - lo)");
}

/// Notes that all iterations read the place `at`.
void note_fixed(CountedLoop& l, size_t state, const std::string& at) {
  for (const IterationWrite& w : l.writes)
    if (w.state == state) note_conflict(l, "nova_is_between(" + at + ", " + w.place + ", lo, hi)");
}

/// Returns the different places of the writes to a column, in their order.
std::vector<std::string> places_of(const CountedLoop& l, size_t state) {
  std::vector<std::string> places;
  for (const IterationWrite& w : l.writes)
    if (w.state == state && std::ranges::find(places, w.place) == places.end()) places.push_back(w.place);
  return places;
}

/// Notes where writes of two iterations meet.
void note_writes_apart(CountedLoop& l) {
  for (size_t k = 0; k < l.writes.size(); ++k) note_moving(l, l.writes[k].state, l.writes[k].place);
  l.between_writes = l.conflicts.size();
  std::vector<std::string> places = places_of(l, l.writes[0].state);
  if (std::ranges::all_of(l.writes, [&](const IterationWrite& w) { return places_of(l, w.state) == places; }))
    l.places = std::move(places);
}

/// Notes what makes iterations depend on each other. Returns whether all reads of columns that are written are at the
/// index, or at nothing, plus a value from outside of the loop.
bool note_conflicts(const BodyPrinter& p, CountedLoop& l) {
  const Vars all = bound_variables(l.body);
  const Vars& state = l.loop->bodies[1].params;
  note_writes_apart(l);
  bool good = true;
  for_each_stm(l.body, [&](const Stm& s) {
    const auto of = s.op == Op::Read ? std::ranges::find(state, s.args[0]) : state.end();
    if (of == state.end()) return;
    const auto column = static_cast<size_t>(of - state.begin());
    if (const auto rest = rest_of(p, l.body, s.args[1]))
      note_moving(l, column, *rest);
    else if (!is_any(s.args[1], all) || p.texts().contains(s.args[1]))
      note_fixed(l, column, p.name(s.args[1]));
    else
      good &= std::ranges::none_of(l.writes, [&](const IterationWrite& w) { return w.state == column; });
  });
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

/// Prints constant pointers to the loop's columns. Returns the names of an iteration's state, with the index behind the
/// rest.
Names constant_state(BodyPrinter& p, const CountedLoop& l, const std::string& index) {
  Names state = p.name(l.loop->outs);
  state.erase(state.begin() + static_cast<ptrdiff_t>(l.index));
  for (size_t k = 0; k < state.size(); ++k) {
    if (!p.plan()[l.body.params[k]].column) continue;
    const std::string into = p.fresh("into");
    p.line(c_type(p.element(l.body.params[k])) + "* const " + into + " = " + state[k] + ";");
    state[k] = into;
  }
  state.push_back(index);
  return state;
}

/// Prints code that makes the range empty if its iterations depend on each other. Places that ascend by the range's length
/// or more, as a transform's passes write them, are apart: then not each pair is compared.
void print_conflicts(BodyPrinter& p, const CountedLoop& l) {
  const bool may_ascend = l.places.size() > 2;
  std::string ascend;
  for (size_t k = 1; may_ascend && k < l.places.size(); ++k)
    ascend += (k > 1 ? " & " : "") + ("nova_follows(" + l.places[k - 1] + ", " + l.places[k] + ", hi - lo)");
  if (may_ascend) p.open("if (!(" + ascend + "))");
  for (size_t k = 0; k < l.conflicts.size(); ++k) {
    if (may_ascend && k == l.between_writes) p.close();
    p.line("if (" + l.conflicts[k] + ") hi = lo;");
  }
  if (may_ascend && l.between_writes == l.conflicts.size()) p.close();
}

/// Prints an iteration's writes. `results` has the place and the element of each.
void print_writes(BodyPrinter& p, const CountedLoop& l, const Names& state, const Names& results) {
  for (size_t k = 0; k < l.writes.size(); ++k) {
    const size_t at = l.writes[k].state;
    p.line(state[at > l.index ? at - 1 : at] + "[" + results[2 * k] + "] = " + results[2 * k + 1] + ";");
  }
}

} // namespace

std::optional<CountingIndex> counting_index(const BodyPrinter& p, const Stm& s) {
  for (size_t k = 0; k < s.outs.size(); ++k)
    if (const auto bound = index_bound(p, s, k)) return CountingIndex{k, *bound};
  return {};
}

std::optional<CountedLoop> counted_loop(const BodyPrinter& p, const Stm& s) {
  if (!p.simd() || p.modes.defers || !p.modes.guard.empty()) return {};
  const Body& step = s.bodies[1];
  const auto counts = counting_index(p, s);
  if (!counts) return {};
  CountedLoop l{.loop = &s, .index = counts->part, .bound = counts->bound};
  l.body.stms = step.stms, l.body.params = step.params;
  std::rotate(l.body.params.begin() + static_cast<ptrdiff_t>(l.index),
              l.body.params.begin() + static_cast<ptrdiff_t>(l.index) + 1, l.body.params.end());
  if (!note_writes(p, l)) return {};
  std::erase_if(l.body.stms, [&](const Stm& t) { return t.op == Op::Scatter; });
  return note_conflicts(p, l) ? std::optional(std::move(l)) : std::nullopt;
}

void print_first_iterations(BodyPrinter& p, const CountedLoop& l) {
  const std::vector<IndexCondition> conditions = conditions_and_invariants(p, l.body);
  bool good = false;
  knowing(p, conditions, [&] { good = holds(p, l.body); });
  if (!good) return;
  const std::string index = p.name(l.loop->outs[l.index]), i = p.fresh("i");
  p.open("");
  range_of(p, conditions, index, p.name(l.bound));
  print_conflicts(p, l);
  p.open("if (lo == " + index + " && lo < hi && (nv_u64)hi - (nv_u64)lo >= 8)");
  const Names state = constant_state(p, l, i);
  const auto iterations = [&](const std::string& from, const std::string& to) {
    p.line("NOVA_IVDEP");
    p.open("for (nv_i64 " + i + " = " + from + "; " + i + " < " + to + "; ++" + i + ")");
    knowing(p, conditions, [&] {
      p.deferring(l.body,
                  [&] { p.block(l.body, state, [&](const Names& r) { print_writes(p, l, state, r); }); });
    });
    p.close();
  };
  if (p.brief)
    iterations("lo", "hi");
  else {
    p.open("for (nv_i64 first = lo, last; first < hi; first = last)");
    p.line("last = first + nova_least(hi - first, 4096);");
    p.poll("last - first");
    iterations("first", "last");
    p.close();
  }
  p.line(index + " = hi;");
  p.close(), p.close();
}

} // namespace nova::plan
