// Prints sequential loops in place: Loop, which iterates while a condition holds, and Foldl, a fold in order.
#include "jit/emit/c/loops.hpp"
#include "jit/analysis/queries.hpp"
#include "jit/emit/c/counted_loops.hpp"
#include "jit/emit/c/folds/state_settling.hpp"
#include <algorithm>

namespace nova::plan {

namespace {

/// The bool in a loop's state that ends the loop when it gets a certain value.
struct LoopEnd {
  size_t flag; ///< its index in the state
  bool value;  ///< the value that ends the loop
};

/// If none of the bodies may end the run, prints the declaration of a local variable that counts the fuel during the
/// loop, and returns its name. Otherwise returns "".
std::string own_fuel(BodyPrinter& p, std::initializer_list<const Body*> bodies) {
  for (const Body* b : bodies)
    if (stops(*b)) return "";
  const std::string fuel = p.fresh("fuel");
  p.line("nv_i64 " + fuel + " = t->fuel;");
  return fuel;
}

void turn(BodyPrinter& p, const std::string& fuel) {
  if (fuel.empty()) return p.poll();
  p.line("if (--" + fuel + " < 0) { if (nova_poll(t)) return 1; " + fuel + " = t->fuel; }");
}

void keep(BodyPrinter& p, const Stm& s, const std::string& mark) {
  std::string live;
  for (Var v : s.outs)
    if (p.plan()[v].column) live += ", " + p.name(v);
  p.line("{ const void* live[] = {0" + live + "}; t->host->keep(t, " + mark +
         ", live, sizeof live / sizeof *live); }");
}

/// Returns the variable of the state that ends the loop, if the loop's condition is such a variable or its negation.
/// The variable's initial value has to be a constant that does not end the loop. Returns nothing otherwise.
std::optional<LoopEnd> loop_end(const BodyPrinter& p, const Stm& s) {
  const Body& go = s.bodies[0];
  if (!p.simd() || p.modes.defers || !p.modes.guard.empty() || go.stms.size() > 1) return {};
  const bool negated = go.stms.size() == 1 && go.stms[0].op == Op::Scalar &&
                       go.stms[0].builtin == BuiltinId::Not && go.stms[0].outs[0] == go.results[0];
  const Var flag = negated ? go.stms[0].args[0] : go.results[0];
  const auto at = std::ranges::find(go.params, flag);
  if ((!negated && !go.stms.empty()) || at == go.params.end()) return {};
  const LoopEnd end{static_cast<size_t>(at - go.params.begin()), negated};
  const auto first = p.texts().find(s.args[end.flag]);
  return first != p.texts().end() && first->second == uint64_t{!end.value} ? std::optional(end)
                                                                           : std::nullopt;
}

/// Prints the body b, and code that sets the loop's state to `results`. b is the body of an iteration, or a branch of
/// an If with which an iteration ends. In a branch where it is known that the loop ends, the code breaks out of the
/// loop. So no flag is tested there.
void end_round(BodyPrinter& p, const Stm& loop, const Body& b, const Vars& results, const LoopEnd& end) {
  const Stm* const last = b.stms.empty() || b.stms.back().op != Op::If ? nullptr : &b.stms.back();
  if (last && is_any(results[end.flag], last->outs) && !p.both(*last) && !p.known(last->args[0])) {
    Body before;
    before.stms.assign(b.stms.begin(), b.stms.end() - 1);
    p.statements(before);
    const bool checked = p.modes.checked;
    bool after = false;
    p.open("if (" + p.name(last->args[0]) + ")");
    for (size_t side = 0; side < 2; ++side) {
      Vars own = results;
      for (Var& v : own)
        if (const auto at = std::ranges::find(last->outs, v); at != last->outs.end())
          v = last->bodies[side].results[static_cast<size_t>(at - last->outs.begin())];
      end_round(p, loop, last->bodies[side], own, end);
      side == 0 ? p.otherwise() : p.close();
      after |= std::exchange(p.modes.checked, checked);
    }
    p.modes.checked |= after;
    return;
  }
  p.statements(b);
  p.set(loop.outs, p.name(results));
  const auto flag = p.texts().find(results[end.flag]);
  if (flag == p.texts().end())
    p.line(std::string("if (") + (end.value ? "" : "!") + p.name(results[end.flag]) + ") break;");
  else if (flag->second == uint64_t{end.value})
    p.line("break;");
}

} // namespace

void print_loop(BodyPrinter& p, const Stm& s) {
  const bool takes = p.takes_memory(s.bodies[0]) || p.takes_memory(s.bodies[1]),
             frees = p.modes.host && takes;
  const std::string mark = p.fresh("mark");
  p.declare(s.outs), p.set(s.outs, p.name(s.args));
  if (const auto counted = counted_loop(p, s)) print_first_iterations(p, *counted);
  const bool settles = !p.modes.host && sizes_of(s) && takes;
  if (frees) p.line("const nv_i64 " + mark + " = t->host->mark(t);");
  if (settles) p.line("const nova_mark " + mark + " = nova_arena_mark(t);");
  const std::string fuel = own_fuel(p, {&s.bodies[0], &s.bodies[1]});
  p.open("for (;;)");
  if (const auto end = frees || settles ? std::nullopt : loop_end(p, s)) {
    turn(p, fuel);
    for (size_t k = 0; k < s.outs.size(); ++k)
      p.line(p.declared(s.bodies[1].params[k]) + " = " + p.name(s.outs[k]) + ";");
    end_round(p, s, s.bodies[1], s.bodies[1].results, *end);
    p.close();
    if (!fuel.empty()) p.line("t->fuel = " + fuel + ";");
    return;
  }
  p.block(s.bodies[0], p.name(s.outs), [&](const Names& go) { p.line("if (!" + go[0] + ") break;"); });
  // The poll is behind the test of the condition, so that an iteration that is known to be the last jumps to the
  // loop's end without a poll.
  turn(p, fuel);
  p.block(s.bodies[1], p.name(s.outs), [&](const Names& r) { p.set(s.outs, r); });
  if (frees) keep(p, s, mark);
  if (settles) settle(p, *sizes_of(s), p.name(s.outs), mark);
  p.close();
  if (!fuel.empty()) p.line("t->fuel = " + fuel + ";");
}

void print_foldl(BodyPrinter& p, const Stm& s) {
  const bool frees = p.modes.host && p.takes_memory(s.bodies[0]);
  const std::string mark = p.fresh("mark"), k = p.fresh("k");
  p.declare(s.outs), p.set(s.outs, p.name(Vars(s.args.begin() + 1, s.args.end())));
  const bool columns = std::any_of(s.outs.begin(), s.outs.end(), [&](Var v) { return p.plan()[v].column; });
  const bool resets = !p.modes.host && !columns && allocates(s.bodies[0]);
  if (frees) p.line("const nv_i64 " + mark + " = t->host->mark(t);");
  if (resets) p.line("const nova_mark " + mark + " = nova_arena_mark(t);");
  const std::string fuel = own_fuel(p, {&s.bodies[0]});
  p.open("for (nv_i64 " + k + " = 0; " + k + " < " + p.name(s.args[0]) + "; ++" + k + ")");
  turn(p, fuel);
  Names arguments = p.name(s.outs);
  arguments.push_back(k);
  p.block(s.bodies[0], arguments, [&](const Names& r) { p.set(s.outs, r); });
  if (frees) keep(p, s, mark);
  if (resets) p.line("nova_arena_reset(t, " + mark + ");");
  p.close();
  if (!fuel.empty()) p.line("t->fuel = " + fuel + ";");
}

} // namespace nova::plan
