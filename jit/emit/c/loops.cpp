// Loops in a statement's place: rounds over a state, and folds in order.
#include "jit/analysis/queries.hpp"
#include "jit/emit/c/emitter.hpp"
#include <algorithm>

namespace nova::plan {

/// Turns of arithmetic alone are counted in a register of their own, whose name this is; "" for others.
std::string Emitter::own_fuel(std::initializer_list<const Body*> bodies) {
  for (const Body* b : bodies)
    if (stops(*b)) return "";
  const std::string fuel = fresh("fuel");
  line("nv_i64 " + fuel + " = t->fuel;");
  return fuel;
}

void Emitter::turn(const std::string& fuel) {
  if (fuel.empty()) return poll();
  line("if (--" + fuel + " < 0) { if (nova_poll(t)) return 1; " + fuel + " = t->fuel; }");
}

void Emitter::keep(const Stm& s, const std::string& mark) {
  std::string live;
  for (Var v : s.outs)
    if (plan_[v].column) live += ", " + name(v);
  line("{ const void* live[] = {0" + live + "}; t->host->keep(t, " + mark +
       ", live, sizeof live / sizeof *live); }");
}

/// The end of a loop that goes on as long as one variable of its state has not a certain value, which it has not at first.
std::optional<Emitter::LoopEnd> Emitter::loop_end(const Stm& s) const {
  const Body& go = s.bodies[0];
  if (!simd_ || defers_ || !guard_.empty() || go.stms.size() > 1) return {};
  const bool negated = go.stms.size() == 1 && go.stms[0].op == Op::Scalar &&
                       go.stms[0].builtin == BuiltinId::Not && go.stms[0].outs[0] == go.results[0];
  const Var flag = negated ? go.stms[0].args[0] : go.results[0];
  const auto at = std::ranges::find(go.params, flag);
  if ((!negated && !go.stms.empty()) || at == go.params.end()) return {};
  const LoopEnd end{static_cast<size_t>(at - go.params.begin()), negated};
  const auto first = texts_.find(s.args[end.flag]);
  return first != texts_.end() && first->second == uint64_t{!end.value} ? std::optional(end) : std::nullopt;
}

/// A round, or the branch of one, after which the loop's state is `results`. What ends the loop leaves it there and then, without
/// a value that says so.
void Emitter::end_round(const Stm& loop, const Body& b, const Vars& results, const LoopEnd& end) {
  const Stm* const last = b.stms.empty() || b.stms.back().op != Op::If ? nullptr : &b.stms.back();
  if (last && is_any(results[end.flag], last->outs) && !both(*last) && !known(last->args[0])) {
    Body before;
    before.stms.assign(b.stms.begin(), b.stms.end() - 1);
    statements(before);
    const bool checked = checked_;
    bool after = false;
    open("if (" + name(last->args[0]) + ")");
    for (size_t side = 0; side < 2; ++side) {
      Vars own = results;
      for (Var& v : own)
        if (const auto at = std::ranges::find(last->outs, v); at != last->outs.end())
          v = last->bodies[side].results[static_cast<size_t>(at - last->outs.begin())];
      end_round(loop, last->bodies[side], own, end);
      side == 0 ? otherwise() : close();
      after |= std::exchange(checked_, checked);
    }
    checked_ |= after;
    return;
  }
  statements(b);
  set(loop.outs, name(results));
  const auto flag = texts_.find(results[end.flag]);
  if (flag == texts_.end())
    line(std::string("if (") + (end.value ? "" : "!") + name(results[end.flag]) + ") break;");
  else if (flag->second == uint64_t{end.value})
    line("break;");
}

void Emitter::loop(const Stm& s) {
  const bool takes = takes_memory(s.bodies[0]) || takes_memory(s.bodies[1]), frees = host_ && takes;
  const std::string mark = fresh("mark");
  declare(s.outs), set(s.outs, name(s.args));
  const bool settles = !host_ && sizes_of(s) && takes;
  if (frees) line("const nv_i64 " + mark + " = t->host->mark(t);");
  if (settles) line("const nova_mark " + mark + " = nova_arena_mark(t);");
  const std::string fuel = own_fuel({&s.bodies[0], &s.bodies[1]});
  open("for (;;)");
  if (const auto end = frees || settles ? std::nullopt : loop_end(s)) {
    turn(fuel);
    for (size_t k = 0; k < s.outs.size(); ++k)
      line(declared(s.bodies[1].params[k]) + " = " + name(s.outs[k]) + ";");
    end_round(s, s.bodies[1], s.bodies[1].results, *end);
    close();
    if (!fuel.empty()) line("t->fuel = " + fuel + ";");
    return;
  }
  block(s.bodies[0], name(s.outs), [&](const Names& go) { line("if (!" + go[0] + ") break;"); });
  turn(fuel); // behind the end, so that a round that knows that it is the last one jumps there
  block(s.bodies[1], name(s.outs), [&](const Names& r) { set(s.outs, r); });
  if (frees) keep(s, mark);
  if (settles) settle(*sizes_of(s), name(s.outs), mark);
  close();
  if (!fuel.empty()) line("t->fuel = " + fuel + ";");
}

void Emitter::foldl(const Stm& s) {
  const bool frees = host_ && takes_memory(s.bodies[0]);
  const std::string mark = fresh("mark"), k = fresh("k");
  declare(s.outs), set(s.outs, name(Vars(s.args.begin() + 1, s.args.end())));
  const bool columns = std::any_of(s.outs.begin(), s.outs.end(), [&](Var v) { return plan_[v].column; });
  const bool resets = !host_ && !columns && allocates(s.bodies[0]);
  if (frees) line("const nv_i64 " + mark + " = t->host->mark(t);");
  if (resets) line("const nova_mark " + mark + " = nova_arena_mark(t);");
  const std::string fuel = own_fuel({&s.bodies[0]});
  open("for (nv_i64 " + k + " = 0; " + k + " < " + name(s.args[0]) + "; ++" + k + ")");
  turn(fuel);
  Names arguments = name(s.outs);
  arguments.push_back(k);
  block(s.bodies[0], arguments, [&](const Names& r) { set(s.outs, r); });
  if (frees) keep(s, mark);
  if (resets) line("nova_arena_reset(t, " + mark + ");");
  close();
  if (!fuel.empty()) line("t->fuel = " + fuel + ";");
}

} // namespace nova::plan
