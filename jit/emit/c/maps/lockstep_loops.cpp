// Outer-loop SIMD for loops with a state. A loop whose round needs the state of the round before cannot become SIMD.
// So 16 elements of the map around it run their loops together: each variable of the state is an array with a place
// for each element, and a round is a loop over the elements, which becomes SIMD. The elements are called lanes here.
//
// What stands before the loop is computed lane by lane, and so is what stands behind it. What is the same in all lanes
// is computed once in each round: the number of the round, elements of tables. Where the loop's condition differs by lane,
// each lane keeps the state in which its own loop ended. When only two lanes go on, each runs its loop to the end alone.
#include "jit/emit/c/maps/lockstep_loops.hpp"
#include "jit/analysis/queries.hpp"
#include "jit/emit/c/maps/map_lanes.hpp"
#include <algorithm>

namespace nova::plan {

namespace {

/// The body of a Loop's or Foldl's round, and its parameters in the order of the state.
const Body& step_of(const Stm& loop) { return loop.bodies[loop.op == Op::Loop ? 1 : 0]; }
/// The initial state of a Loop or Foldl.
std::span<const Var> start_of(const Stm& loop) {
  return std::span(loop.args).subspan(loop.op == Op::Loop ? 0 : 1);
}

/// A loop over the lanes that becomes SIMD.
void each_lane_in_simd(BodyPrinter& p, const Vars& variables, const std::function<void()>& print) {
  const Scoped simd(p.in_simd, true);
  each_lane(p, variables, lockstep_lanes, "NOVA_LANES", print);
}

/// Adds those of `params`, the parameters for the loop's state, that differ by lane.
void add_varying(Vars& to, const std::vector<bool>& shared, const Vars& params) {
  for (size_t k = 0; k < shared.size(); ++k)
    if (!shared[k]) to.push_back(params[k]);
}

/// Returns, for each variable of the state, whether it is the same for all elements of the map. `bound`: the
/// variables of the map's body before the loop.
std::vector<bool> shared_states(const BodyPrinter& p, const Stm& loop, const Vars& bound) {
  std::vector<bool> shared;
  for (Var v : start_of(loop))
    shared.push_back(p.texts().contains(v) || p.is_literal(v) || !is_any(v, bound));
  const Body& step = step_of(loop);
  for (bool changed = true; std::exchange(changed, false);) {
    Vars varying = bound;
    add_varying(varying, shared, step.params);
    varying = split_by_lanes(step, varying).varying;
    for (size_t k = 0; k < shared.size(); ++k)
      if (shared[k] && is_any(step.results[k], varying)) shared[k] = false, changed = true;
  }
  return shared;
}

/// Whether the number of rounds differs by lane.
bool ends_by_lane(const Stm& loop, const std::vector<bool>& shared, const Vars& bound) {
  if (loop.op == Op::Foldl) return is_any(loop.args[0], bound);
  const Body& go = loop.bodies[0];
  Vars varying = bound;
  add_varying(varying, shared, go.params);
  return uses(go, varying);
}

/// Prints the declaration of `params`, the parameters for the loop's state, with the values of the state: with `lane`
/// those that differ by lane, in a loop over lanes, otherwise those that do not.
void take_state(BodyPrinter& p, const Lockstep& x, const Vars& params, bool lane) {
  for (size_t k = 0; k < x.shared.size(); ++k)
    if (x.shared[k] != lane)
      p.line(p.declared(params[k]) + " = " + (lane ? "lane_" : "") + p.name(x.loop.outs[k]) +
             (lane ? "[l];" : ";"));
}

/// Prints a round in all lanes. `kept`: the variables from before the loop that are in arrays.
void print_round(BodyPrinter& p, const Lockstep& x, const Vars& bound, const Vars& kept) {
  const Body& step = step_of(x.loop);
  Vars varying = bound;
  add_varying(varying, x.shared, step.params);
  const LaneSplit parts = split_by_lanes(step, varying);
  take_state(p, x, step.params, false);
  p.statements(parts.once);
  each_lane_in_simd(p, kept, [&] {
    take_state(p, x, step.params, true);
    p.deferring(parts.own, [&] {
      p.statements(parts.own);
      for (size_t k = 0; k < x.shared.size(); ++k)
        if (!x.shared[k]) p.line("lane_" + p.name(x.loop.outs[k]) + "[l] = " + p.name(step.results[k]) + ";");
    });
  });
  if (count_of(parts.own, Op::Check)) p.line("if (*bad & 1) return nova_fail(t, 0);");
  for (size_t k = 0; k < x.shared.size(); ++k)
    if (x.shared[k]) p.line(p.name(x.loop.outs[k]) + " = " + p.name(step.results[k]) + ";");
}

/// Prints a round in the lanes whose loops go on, and leaves the loop if there are at most two.
void print_masked_round(BodyPrinter& p, const Lockstep& x, const Vars& kept) {
  const Body &go = x.loop.bodies[0], &step = step_of(x.loop);
  p.line("nv_i64 going = 0;");
  each_lane_in_simd(p, kept, [&] {
    take_state(p, x, go.params, true), take_state(p, x, step.params, true);
    Body both{{}, go.stms, step.results};
    both.stms.insert(both.stms.end(), step.stms.begin(), step.stms.end());
    p.deferring(both, [&] {
      p.statements({{}, go.stms, {}});
      p.line("const nv_b8 goes = " + p.name(go.results[0]) + ";");
      p.line("going += goes;");
      const Scoped guard(p.modes.guard, std::string("goes"));
      p.statements({{}, step.stms, {}});
      for (size_t k = 0; k < x.shared.size(); ++k) {
        const std::string state = "lane_" + p.name(x.loop.outs[k]) + "[l]";
        p.line(state + " = goes ? " + p.name(step.results[k]) + " : " + p.name(step.params[k]) + ";");
      }
    });
  });
  if (count_of(go, Op::Check) + count_of(step, Op::Check)) p.line("if (*bad & 1) return nova_fail(t, 0);");
  p.line("if (going <= 2) break;");
}

/// Prints, for one lane, the loop from the lane's state on.
void run_to_end(BodyPrinter& p, const Lockstep& x) {
  Stm rest = x.loop;
  rest.args = x.loop.bodies[0].params;
  take_state(p, x, rest.args, true);
  p.statement(rest);
}

/// Prints the loop in all lanes.
void print_rounds(BodyPrinter& p, const Lockstep& x, const Vars& bound, const Vars& kept) {
  const auto start = start_of(x.loop);
  for (size_t k = 0; k < x.shared.size(); ++k)
    if (x.shared[k]) p.line(p.declared(x.loop.outs[k]) + " = " + p.name(start[k]) + ";");
  const bool counts = x.loop.op == Op::Foldl;
  const std::string k = p.fresh("k");
  p.open(counts ? "for (nv_i64 " + k + " = 0; " + k + " < " + p.name(x.loop.args[0]) + "; ++" + k + ")"
                : "for (;;)");
  if (counts) p.line(p.declared(step_of(x.loop).params.back()) + " = " + k + ";");
  if (!counts && !x.masked) {
    take_state(p, x, x.loop.bodies[0].params, false);
    p.statements(x.loop.bodies[0]);
    p.line("if (!" + p.name(x.loop.bodies[0].results[0]) + ") break;");
  }
  p.poll(lockstep_lanes);
  x.masked ? print_masked_round(p, x, kept) : print_round(p, x, bound, kept);
  p.close();
}

/// Returns the statement as a loop that can run in lockstep; nothing if it is none.
std::optional<Lockstep> lockstep_loop(const BodyPrinter& p, const Body& b, const Stm& s) {
  constexpr size_t least = 2, most = 1024; // statements of the step
  if (s.op != Op::Loop && s.op != Op::Foldl) return {};
  if (std::ranges::any_of(s.outs, [&](Var v) { return p.plan()[v].column; })) return {};
  const MapParts parts = parts_around(p, b, s);
  if (std::ranges::any_of(parts.kept, [&](Var v) { return p.plan()[v].column; })) return {};
  std::vector<bool> shared = shared_states(p, s, parts.bound);
  const bool masked = ends_by_lane(s, shared, parts.bound);
  if (masked && s.op == Op::Foldl) return {};
  if (masked) shared.assign(shared.size(), false);
  Vars varying = parts.bound;
  add_varying(varying, shared, step_of(s).params);
  const LaneSplit step = split_by_lanes(step_of(s), varying);
  const Body own = masked ? Body{{}, step_of(s).stms, {}} : step.own;
  if (own.stms.size() < least || own.stms.size() > most || !becomes_simd(p, own, parts.bound)) return {};
  if (stops(step.once) || stops(s.bodies[0])) return {};
  if (masked && !becomes_simd(p, s.bodies[0], parts.bound)) return {};
  return Lockstep{s, std::move(shared), masked};
}

} // namespace

std::optional<Lockstep> lockstep_of(const BodyPrinter& p, const Body& b) {
  if (!p.simd() || p.modes.whole || p.modes.in_function || p.modes.defers || makes_cells_in(b)) return {};
  for (const Stm& s : b.stms)
    if (auto found = lockstep_loop(p, b, s)) return found;
  return {};
}

void in_lockstep(BodyPrinter& p, const Body& b, const Lockstep& together, const std::string& from,
                 const std::string& to, const Rest& rest, const Loop& one_by_one) {
  const MapParts parts = parts_around(p, b, together.loop);
  Vars states;
  add_varying(states, together.shared, together.loop.outs);
  const std::string i = p.fresh("i"), at = "(" + i + " + l)";
  p.line("nv_i64 " + i + " = " + from + ";");
  p.open("for (; " + i + " + " + lockstep_lanes + " <= " + to + "; " + i + " += " + lockstep_lanes + ")");
  p.poll(lockstep_lanes);
  p.with_arena(b, [&] {
    declare_lanes(p, parts.kept, lockstep_lanes), declare_lanes(p, states, lockstep_lanes);
    each_lane(p, {}, lockstep_lanes, "", [&] {
      p.block(parts.before, {at}, [&](const Names&) {
        store_lanes(p, parts.kept);
        const auto start = start_of(together.loop);
        for (size_t k = 0; k < start.size(); ++k)
          if (!together.shared[k])
            p.line("lane_" + p.name(together.loop.outs[k]) + "[l] = " + p.name(start[k]) + ";");
      });
    });
    print_rounds(p, together, parts.bound, parts.kept);
    Vars all = parts.kept;
    if (!together.masked) all.insert(all.end(), states.begin(), states.end());
    each_lane(p, all, lockstep_lanes, "", [&] {
      if (together.masked) run_to_end(p, together);
      rest(at, parts.after);
    });
  });
  p.close();
  one_by_one(i, to);
}

} // namespace nova::plan
