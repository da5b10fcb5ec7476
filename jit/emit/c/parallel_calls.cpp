// Calls of functions that call themselves which stand side by side: threads may share them (cpu/work_stealing.hpp).
// They are cases of a function, and what they take and give lies with the caller.
#include "jit/emit/c/emitter.hpp"
#include <algorithm>

namespace nova::plan {

/// How many calls from statement k on need nothing of each other.
size_t Emitter::calls_beside(const Body& b, size_t k) const {
  if (!simd_) return 0;
  Vars made;
  const auto is_made = [&](Var v) { return std::ranges::find(made, v) != made.end(); };
  size_t n = 0;
  for (; k + n < b.stms.size(); ++n) {
    const Stm& s = b.stms[k + n];
    if (s.op != Op::Call || !plan_.functions[s.function].recursive || std::ranges::any_of(s.args, is_made))
      break;
    made.insert(made.end(), s.outs.begin(), s.outs.end());
  }
  return n;
}

/// The arguments of a call that are taken along to where it is made.
Vars Emitter::taken(const Stm& s) const {
  return hands_on_ ? listed(s.function, s.args) : used(s.function, s.args);
}

/// struct nova_calls_7: what the calls take and give, and who made each; a function of that name makes call
/// `begin`.
void Emitter::calls_function(const std::string& id, std::span<const Stm> calls, const Vars& captures) {
  open("struct " + id);
  line("nv_i64 owner, by[" + std::to_string(calls.size()) + "];");
  if (hands_on_) line(handed_on_parameter() + ";");
  for (Var v : captures) line(declared(v) + ";");
  for (const Stm& s : calls) declare(s.outs);
  close(";");
  open("static __attribute__((cold)) int " + id +
       "(nova_task* t, const void* given, nv_i64 begin, nv_i64 end)");
  line("struct " + id + "* env = (struct " + id + "*)given;");
  line("int failed = 0, *bad = &failed;"), line("(void)end;");
  if (hands_on_) line(handed_on_parameter() + " = env->same;");
  for (size_t k = 0; k < calls.size(); ++k) {
    const Stm& s = calls[k];
    open("if (begin == " + std::to_string(k) + ")");
    for (Var v : free_variables({}, taken(s))) line(declared(v) + " = env->" + name(v) + ";");
    declare(s.outs);
    const Body& sizes = plan_.functions[s.function].sizes;
    if (!sizes.results.empty()) line("const nova_mark mark = nova_arena_mark(t);");
    call_function(s);
    if (!sizes.results.empty()) {
      line("env->by[" + std::to_string(k) + "] = t->number;");
      open("if (t->number != env->owner)");
      host_ = true;
      publish(sizes, s.outs, "mark");
      host_ = false;
      close();
    }
    for (Var v : s.outs) line("env->" + name(v) + " = " + name(v) + ";");
    close();
  }
  line("return failed ? nova_fail(t, 0) : 0;");
  close();
}

/// What the calls gave: at the host's level it goes into buffers, if it is not there; elsewhere into the
/// caller's arena.
void Emitter::settle_beside(std::span<const Stm> calls) {
  for (size_t k = 0; k < calls.size(); ++k) {
    const Stm& s = calls[k];
    for (Var v : s.outs) line(declared(v) + " = all." + name(v) + ";");
    const Body& sizes = plan_.functions[s.function].sizes;
    if (sizes.results.empty()) continue;
    open("if (all.by[" + std::to_string(k) + (host_ ? "] == " : "] != ") + "t->number)");
    move_columns(sizes, s.outs, !host_);
    close();
  }
}

/// A function that has the calls made and puts what they gave where its last parameters point.
Emitter::Function Emitter::shared_calls(std::span<const Stm> calls, const std::string& cases,
                                        const Vars& captures) {
  const bool host = host_;
  Names parameters;
  if (hands_on_) parameters.push_back(handed_on_parameter());
  size_t results = 0;
  for (const Stm& s : calls)
    for (Var v : s.outs) parameters.push_back(state_type(v) + "* r" + std::to_string(results++));
  return function(
      "beside", captures, true, parameters,
      [&] {
        host_ = host;
        const bool resets = host_ && std::ranges::any_of(calls, &Stm::allocates);
        if (resets) line("const nova_mark mark = nova_arena_mark(t);");
        std::string fields = hands_on_ ? ".owner = t->number, .same = same" : ".owner = t->number";
        for (Var v : captures) fields += ", ." + name(v) + " = " + name(v);
        line("struct " + cases + " all = {" + fields + "};"), line("(void)bad;");
        line("if (t->host->beside(t, " + std::to_string(calls.size()) + ", " + cases + ", &all)) return 1;");
        settle_beside(calls);
        size_t k = 0;
        for (const Stm& s : calls)
          for (Var v : s.outs) line("*r" + std::to_string(k++) + " = " + name(v) + ";");
        if (resets) line("nova_arena_reset(t, mark);");
        host_ = false;
      },
      false);
}

void Emitter::side_by_side(std::span<const Stm> calls) {
  if (host_ || shares_calls_) return beside(calls);
  for (const Stm& s : calls) declare(s.outs);
  calls_in_turn(calls);
}

/// Shared as long as there are levels to share, in a function of its own, so that the others' frames stay
/// small.
void Emitter::beside(std::span<const Stm> calls) {
  Vars captures, outs;
  bool allocates = false;
  for (const Stm& s : calls) {
    const Vars arguments = taken(s);
    captures.insert(captures.end(), arguments.begin(), arguments.end()),
        outs.insert(outs.end(), s.outs.begin(), s.outs.end());
    allocates |= s.allocates;
  }
  captures = free_variables({}, captures);
  const std::string cases = fresh("calls");
  apart([&] { calls_function(cases, calls, captures); });
  const Function f = shared_calls(calls, cases, captures);
  declare(outs);
  open(std::string("if (nova_unlikely(t->light_levels") + (allocates ? " + t->levels" : "") + " > 0))");
  Names to;
  for (Var v : outs) line(state_type(v) + " " + to.emplace_back("to_" + name(v)) + ";");
  Names arguments = places(to);
  if (hands_on_) arguments.insert(arguments.begin(), "same");
  call(f, arguments);
  set(outs, to);
  otherwise();
  calls_in_turn(calls);
  close();
}

/// Cells lie in the order of their making. Of a tree that is made from its last branch to its first, each
/// with its root last, a walk from the first to the last reads all cells one after the other, from the end.
void Emitter::calls_in_turn(std::span<const Stm> calls) {
  const bool backwards =
      std::ranges::all_of(calls, [](const Stm& s) { return s.makes_cells && !s.allocates; });
  for (size_t k = 0; k < calls.size(); ++k) call_in_turn(calls[backwards ? calls.size() - 1 - k : k]);
}

} // namespace nova::plan
