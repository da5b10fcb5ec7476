// Prints successive independent calls of recursive functions, which threads may share (cpu/work_stealing.hpp). The
// calls are the cases of one C function. Their arguments and results lie in a struct in the caller's frame.
#include "jit/emit/c/parallel_calls.hpp"
#include "jit/emit/c/folds/state_settling.hpp"
#include "jit/emit/c/functions.hpp"
#include <algorithm>

namespace nova::plan {

namespace {

/// Returns the arguments of a call that the calls' struct has to hold. Static arguments are passed by a struct of
/// their own, if the caller has one.
Vars taken(const BodyPrinter& p, const Stm& s) {
  return p.modes.has_static_arguments ? listed_arguments(p, s.function, s.args)
                                      : used_arguments(p, s.function, s.args);
}

/// Prints a struct named `id`, as nova_calls_7. It holds the arguments and results of the calls, and the number of
/// the thread that made each call. Also prints a function of that name, which makes the call with the number `begin`.
void calls_function(BodyPrinter& p, const std::string& id, std::span<const Stm> calls, const Vars& captures) {
  p.open("struct " + id);
  p.line("nv_i64 owner, by[" + std::to_string(calls.size()) + "];");
  if (p.modes.has_static_arguments) p.line(static_arguments_parameter(p) + ";");
  for (Var v : captures) p.line(p.declared(v) + ";");
  for (const Stm& s : calls) p.declare(s.outs);
  p.close(";");
  p.open("static __attribute__((cold)) int " + id +
         "(nova_task* t, const void* given, nv_i64 begin, nv_i64 end)");
  p.line("struct " + id + "* env = (struct " + id + "*)given;");
  p.line("int failed = 0, *bad = &failed;"), p.line("(void)end;");
  if (p.modes.has_static_arguments) p.line(static_arguments_parameter(p) + " = env->same;");
  for (size_t k = 0; k < calls.size(); ++k) {
    const Stm& s = calls[k];
    p.open("if (begin == " + std::to_string(k) + ")");
    for (Var v : p.free_variables({}, taken(p, s))) p.line(p.declared(v) + " = env->" + p.name(v) + ";");
    p.declare(s.outs);
    const Body& sizes = p.plan().functions[s.function].sizes;
    if (!sizes.results.empty()) p.line("const nova_mark mark = nova_arena_mark(t);");
    call_function(p, s);
    if (!sizes.results.empty()) {
      p.line("env->by[" + std::to_string(k) + "] = t->number;");
      p.open("if (t->number != env->owner)");
      const Scoped host(p.modes.host, true);
      publish(p, sizes, s.outs, "mark");
      p.close();
    }
    for (Var v : s.outs) p.line("env->" + p.name(v) + " = " + p.name(v) + ";");
    p.close();
  }
  p.line("return failed ? nova_fail(t, 0) : 0;");
  p.close();
}

/// Prints code that reads the calls' results from the struct. Columns that another thread has made are in buffers,
/// all others in the arena. At the host's level the columns in the arena are copied to buffers; elsewhere the columns
/// in buffers are copied to the arena.
void settle_beside(BodyPrinter& p, std::span<const Stm> calls) {
  for (size_t k = 0; k < calls.size(); ++k) {
    const Stm& s = calls[k];
    for (Var v : s.outs) p.line(p.declared(v) + " = all." + p.name(v) + ";");
    const Body& sizes = p.plan().functions[s.function].sizes;
    if (sizes.results.empty()) continue;
    p.open("if (all.by[" + std::to_string(k) + (p.modes.host ? "] == " : "] != ") + "t->number)");
    move_columns(p, sizes, s.outs, !p.modes.host);
    p.close();
  }
}

/// Prints a function that offers the calls to all threads and stores their results at the addresses in its last
/// parameters.
CFunction shared_calls(BodyPrinter& p, std::span<const Stm> calls, const std::string& cases,
                       const Vars& captures) {
  const bool host = p.modes.host;
  Names parameters;
  if (p.modes.has_static_arguments) parameters.push_back(static_arguments_parameter(p));
  size_t results = 0;
  for (const Stm& s : calls)
    for (Var v : s.outs) parameters.push_back(state_type(p, v) + "* r" + std::to_string(results++));
  return p.function(
      "beside", captures, true, parameters,
      [&] {
        const Scoped level(p.modes.host, host);
        const bool resets = p.modes.host && std::ranges::any_of(calls, &Stm::allocates);
        if (resets) p.line("const nova_mark mark = nova_arena_mark(t);");
        std::string fields =
            p.modes.has_static_arguments ? ".owner = t->number, .same = same" : ".owner = t->number";
        for (Var v : captures) fields += ", ." + p.name(v) + " = " + p.name(v);
        p.line("struct " + cases + " all = {" + fields + "};"), p.line("(void)bad;");
        p.line("if (t->host->beside(t, " + std::to_string(calls.size()) + ", " + cases +
               ", &all)) return 1;");
        settle_beside(p, calls);
        size_t k = 0;
        for (const Stm& s : calls)
          for (Var v : s.outs) p.line("*r" + std::to_string(k++) + " = " + p.name(v) + ";");
        if (resets) p.line("nova_arena_reset(t, mark);");
      },
      false);
}

void calls_in_turn(BodyPrinter& p, std::span<const Stm> calls);

/// Prints the calls in two versions. In the first, threads share the calls. It runs as long as the task may share
/// calls at a deeper level of nesting. Otherwise the second runs, which makes the calls one after the other. The
/// first version is in a function of its own, so that the frames of the recursive functions stay small.
void beside(BodyPrinter& p, std::span<const Stm> calls) {
  Vars captures, outs;
  bool allocates = false;
  for (const Stm& s : calls) {
    const Vars arguments = taken(p, s);
    captures.insert(captures.end(), arguments.begin(), arguments.end()),
        outs.insert(outs.end(), s.outs.begin(), s.outs.end());
    allocates |= s.allocates;
  }
  captures = p.free_variables({}, captures);
  const std::string cases = p.fresh("calls");
  p.apart([&] { calls_function(p, cases, calls, captures); });
  const CFunction f = shared_calls(p, calls, cases, captures);
  p.declare(outs);
  p.open(std::string("if (nova_unlikely(t->light_levels") + (allocates ? " + t->levels" : "") + " > 0))");
  Names to;
  for (Var v : outs) p.line(state_type(p, v) + " " + to.emplace_back("to_" + p.name(v)) + ";");
  Names arguments = places(to);
  if (p.modes.has_static_arguments) arguments.insert(arguments.begin(), "same");
  p.call(f, arguments);
  p.set(outs, to);
  p.otherwise();
  calls_in_turn(p, calls);
  p.close();
}

/// Prints the calls one after the other. If all of them make cells, the last call comes first. A region holds cells
/// in the order in which they were made. So a tree is made from its last branch to its first, each branch before its
/// root. A walk from the first branch on then reads the region sequentially, from its end.
void calls_in_turn(BodyPrinter& p, std::span<const Stm> calls) {
  const bool backwards =
      std::ranges::all_of(calls, [](const Stm& s) { return s.makes_cells && !s.allocates; });
  for (size_t k = 0; k < calls.size(); ++k) call_in_turn(p, calls[backwards ? calls.size() - 1 - k : k]);
}

} // namespace

size_t calls_beside(const BodyPrinter& p, const Body& b, size_t k) {
  if (!p.simd()) return 0;
  Vars made;
  const auto is_made = [&](Var v) { return std::ranges::find(made, v) != made.end(); };
  size_t n = 0;
  for (; k + n < b.stms.size(); ++n) {
    const Stm& s = b.stms[k + n];
    if (s.op != Op::Call || !p.plan().functions[s.function].recursive || std::ranges::any_of(s.args, is_made))
      break;
    made.insert(made.end(), s.outs.begin(), s.outs.end());
  }
  return n;
}

void side_by_side(BodyPrinter& p, std::span<const Stm> calls) {
  if (p.modes.host || p.modes.shares_calls) return beside(p, calls);
  for (const Stm& s : calls) p.declare(s.outs);
  calls_in_turn(p, calls);
}

} // namespace nova::plan
