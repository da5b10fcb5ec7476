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

/// Whether nothing in the body polls: all of it is arithmetic, reads, checks, branches, and elements that are replaced in
/// place, one at a time.
bool is_quiet(const BodyPrinter& p, const Body& b) {
  return std::ranges::all_of(b.stms, [&](const Stm& s) {
    const auto count = s.op == Op::Scatter ? p.texts().find(s.args[1]) : p.texts().end();
    const bool writes = count != p.texts().end() && count->second == 1 &&
                        std::ranges::all_of(s.outs, [&](Var v) { return p.is_in_place(v); });
    const bool plain = s.op == Op::Constant || s.op == Op::Scalar || s.op == Op::Shift || s.op == Op::Check ||
                       s.op == Op::Read || s.op == Op::If || (s.op == Op::Call && s.plain);
    return (plain || writes) &&
           std::ranges::all_of(s.bodies, [&](const Body& in) { return is_quiet(p, in); });
  });
}

std::optional<int64_t> inner_rounds(const BodyPrinter& p, const Body& b, const Vars& natural);

/// If the bodies do not poll, prints the declaration of a local variable that counts the fuel during the loop, and returns
/// its name. Otherwise returns "".
std::string own_fuel(BodyPrinter& p, std::initializer_list<const Body*> bodies) {
  for (const Body* b : bodies)
    if (!is_quiet(p, *b)) return "";
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

/// How many rounds a Loop has at most, together with the loops in it, if its rounds are counted up to a small constant, and
/// nothing else in it polls; nothing otherwise. `natural`: ints that are not negative.
std::optional<int64_t> most_rounds(const BodyPrinter& p, const Stm& s, Vars natural) {
  constexpr int64_t longest = 64, most = 1024;
  const auto counts = s.op == Op::Loop ? counting_index(p, s) : std::nullopt;
  const auto bound = counts ? p.texts().find(counts->bound) : p.texts().end();
  if (bound == p.texts().end() || static_cast<int64_t>(bound->second) > longest) return {};
  const Var first = s.args[counts->part];
  const auto low = p.texts().find(first);
  const int64_t from = low == p.texts().end() ? 0 : static_cast<int64_t>(low->second);
  if (from < 0 || (low == p.texts().end() && !is_any(first, natural))) return {};
  const Body& step = s.bodies[1];
  natural.insert(natural.end(), {step.params[counts->part], step.results[counts->part]});
  const auto within = inner_rounds(p, step, natural);
  const int64_t rounds = std::max<int64_t>(0, static_cast<int64_t>(bound->second) - from);
  return within && rounds * (1 + *within) <= most ? std::optional(rounds * (1 + *within)) : std::nullopt;
}

/// The same of a statement.
std::optional<int64_t> rounds_in(const BodyPrinter& p, const Stm& s, const Vars& natural) {
  if (s.op == Op::Loop) return most_rounds(p, s, natural);
  if (s.op != Op::If) return is_quiet(p, Body{{}, {s}, {}}) ? std::optional<int64_t>(0) : std::nullopt;
  const auto then = inner_rounds(p, s.bodies[0], natural), otherwise = inner_rounds(p, s.bodies[1], natural);
  return then && otherwise ? std::optional(*then + *otherwise) : std::nullopt;
}

/// The same of all statements of a body.
std::optional<int64_t> inner_rounds(const BodyPrinter& p, const Body& b, const Vars& natural) {
  int64_t sum = 0;
  for (const Stm& s : b.stms) {
    const auto rounds = rounds_in(p, s, natural);
    if (!rounds) return {};
    sum += *rounds;
  }
  return sum;
}

/// Prints rounds that do not poll, by `round`, while the C variable `i` is less than `n`: first a poll for up to 4,096 of them,
/// then these, as a loop that the C compiler can count.
void print_in_pieces(BodyPrinter& p, const std::string& i, const std::string& n, const std::string& step,
                     const std::function<void()>& round) {
  const std::string last = p.fresh("last");
  p.open("while (" + i + " < " + n + ")");
  p.line("const nv_i64 " + last + " = (nv_u64)" + n + " - (nv_u64)" + i + " > 4096 ? " + i +
         " + 4096 : " + n + ";");
  p.poll(last + " - " + i);
  p.open("for (; " + i + " < " + last + ";" + step + ")");
  round();
  p.close(), p.close();
}

/// Prints a Loop whose rounds are counted if they are few, or do not poll: in pieces, if they are not few. Returns whether it
/// does.
bool print_counted(BodyPrinter& p, const Stm& s) {
  const Body& step = s.bodies[1];
  const auto counts = p.simd() ? counting_index(p, s) : std::nullopt;
  if (!counts) return false;
  const bool few = p.brief || most_rounds(p, s, {});
  if (!few && !is_quiet(p, step)) return false;
  const std::string i = p.name(s.outs[counts->part]), n = p.name(counts->bound);
  const auto round = [&] { p.block(step, p.name(s.outs), [&](const Names& r) { p.set(s.outs, r); }); };
  if (!few) return print_in_pieces(p, i, n, "", round), true;
  const Scoped brief(p.brief, true);
  if (!is_quiet(p, step)) p.line("NOVA_WRITTEN_OUT");
  p.open("for (; " + i + " < " + n + ";)"), round(), p.close();
  return true;
}

} // namespace

void print_loop(BodyPrinter& p, const Stm& s) {
  const bool takes = p.takes_memory(s.bodies[0]) || p.takes_memory(s.bodies[1]),
             frees = p.modes.host && takes;
  const std::string mark = p.fresh("mark");
  p.declare(s.outs), p.set(s.outs, p.name(s.args));
  if (const auto counted = counted_loop(p, s)) print_first_iterations(p, *counted);
  const bool settles = !p.modes.host && sizes_of(s) && takes;
  if (!frees && !settles && print_counted(p, s)) return;
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
  const auto round = [&] {
    Names arguments = p.name(s.outs);
    arguments.push_back(k);
    p.block(s.bodies[0], arguments, [&](const Names& r) { p.set(s.outs, r); });
  };
  if (p.simd() && !frees && !resets && is_quiet(p, s.bodies[0])) {
    p.line("nv_i64 " + k + " = 0;");
    return print_in_pieces(p, k, p.name(s.args[0]), " ++" + k, round);
  }
  const std::string fuel = own_fuel(p, {&s.bodies[0]});
  p.open("for (nv_i64 " + k + " = 0; " + k + " < " + p.name(s.args[0]) + "; ++" + k + ")");
  turn(p, fuel);
  round();
  if (frees) keep(p, s, mark);
  if (resets) p.line("nova_arena_reset(t, " + mark + ");");
  p.close();
  if (!fuel.empty()) p.line("t->fuel = " + fuel + ";");
}

} // namespace nova::plan
