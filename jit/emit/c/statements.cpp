// Prints statements on scalars, reads, checks and branches.
#include "jit/emit/c/statements.hpp"
#include "jit/analysis/queries.hpp"

namespace nova::plan {

void print_shift(BodyPrinter& p, const Stm& s) {
  p.line(p.declared(s.outs[0]) + " = " + p.name(s.args[0]) + " + " + p.place(s.args[1]) + ";");
}

/// Prints the definition of a loop-invariant value from before the loop. Returns whether s is one.
static bool print_invariant(BodyPrinter& p, const Stm& s) {
  const auto at = p.modes.invariant.find(s.outs[0]);
  if (at == p.modes.invariant.end()) return false;
  p.line(p.declared(s.outs[0]) + " = " + at->second + ";");
  return true;
}

void print_read(BodyPrinter& p, const Stm& s) {
  if (print_invariant(p, s)) return;
  const auto at = p.modes.values.find(s.outs[0]);
  // In a branch, a read of neighbouring elements stays a conditional one. It becomes a masked load, where the index 0 in
  // the place of others would be a gather.
  // Where the index is surely inside of the column, none is needed.
  const CheckedIndices& bounds = p.modes.bounds;
  const bool inside = bounds.inside.contains(s.args[1]) && !bounds.asked.contains(s.args[1]);
  const bool beside =
      p.modes.defers && !p.modes.guard.empty() && !inside && p.modes.beside.contains(s.args[1]);
  const Scoped guard(p.modes.guard, beside ? std::string() : p.modes.guard);
  const std::string there = (beside ? guard.before() + " ? " : "") + p.name(s.args[0]) + "[" +
                            p.place(s.args[1]) + "]" + (beside ? " : 0" : "");
  p.line(p.declared(s.outs[0]) + " = " + (at == p.modes.values.end() ? there : at->second) + ";");
}

namespace {

/// Prints sin, cos or tan of an argument that is not far from 0, and a note if it is.
void near_function(BodyPrinter& p, const Stm& s) {
  const std::string x = p.name(s.args[0]), type = c_type(p.element(s.outs[0])).substr(3);
  std::string near = c_function(s.builtin, s.element, p.element(s.outs[0])); // nv_sin_f32
  near.insert(near.rfind('_'), "_near");
  p.line(p.declared(s.outs[0]) + " = " + near + "(" + x + ");");
  p.line("*bad |= nv_is_far_" + type + "(" + x + ") << 1;");
}

/// Returns the function that computes the scalar, in C.
std::string function_of(const BodyPrinter& p, const Stm& s) {
  if (p.in_simd && s.element == Element::I64 && divides_by_constant(p, s))
    return s.builtin == BuiltinId::Divide ? "nova_quotient" : "nova_remainder";
  return c_function(s.builtin, s.element, p.element(s.outs[0]));
}

} // namespace

bool divides_by_constant(const BodyPrinter& p, const Stm& s) {
  if (s.op != Op::Scalar || (s.builtin != BuiltinId::Divide && s.builtin != BuiltinId::Remainder))
    return false;
  const auto by = p.texts().find(s.args[1]);
  return !is_floating(s.element) && by != p.texts().end() && static_cast<int64_t>(by->second) > 1;
}

void print_scalar(BodyPrinter& p, const Stm& s) {
  p.learn(s);
  if (const auto answer = p.known(s.outs[0]))
    return p.line(p.declared(s.outs[0]) + " = " + (*answer ? "1;" : "0;"));
  if (print_invariant(p, s)) return;
  if (const auto at = p.modes.values.find(s.outs[0]); at != p.modes.values.end())
    return p.line(p.declared(s.outs[0]) + " = " + at->second + ";");
  if (p.near_arguments && p.modes.defers && is_trigonometric(s.builtin)) return near_function(p, s);
  std::string arguments;
  for (Var v : s.args) arguments += (arguments.empty() ? "" : ", ") + p.name(v);
  p.line(p.declared(s.outs[0]) + " = " + function_of(p, s) + "(" + arguments + ");");
}

/// Prints a check that keeps its numbers, or its text, if it fails.
static void print_telling(BodyPrinter& p, const Stm& s) {
  if (s.args.size() == 3 && p.plan()[s.args[1]].column)
    return p.line(p.rarely("!" + p.name(s.args[0])) + " return nova_tell_text(t, " + std::to_string(s.site) +
                  ", " + p.name(s.args[1]) + ", " + p.name(s.args[2]) + ");");
  std::string numbers;
  for (size_t k = 1; k < s.args.size(); ++k)
    numbers += (k > 1 ? ", " : "") + ("(nv_i64)" + p.name(s.args[k]));
  const std::string list = numbers.empty() ? "0" : "(const nv_i64[]){" + numbers + "}";
  p.line(p.rarely("!" + p.name(s.args[0])) + " return nova_tell(t, " + std::to_string(s.site) + ", " +
         std::to_string(s.args.size() - 1) + ", " + list + ");");
}

void print_check(BodyPrinter& p, const Stm& s) {
  const std::string& ok = p.name(s.args[0]);
  if (p.known(s.args[0]) == true) {
    if (s.args.size() > 1) p.modes.bounds.inside.insert(s.args[1]);
    return;
  }
  if (s.args.size() > 1) p.modes.bounds.asked.insert(s.args[1]);
  if (!p.modes.defers && p.tells()) return print_telling(p, s);
  if (!p.modes.defers)
    return p.line(p.rarely("!" + ok) + " return nova_fail(t, " + std::to_string(s.site) + ");");
  if (!p.simd()) return p.line("*bad |= !" + ok + ";");
  p.modes.checked = true;
  p.line("fine &= " + (p.modes.guard.empty() ? ok : "(!" + p.modes.guard + ") | " + ok) + " ? -1 : 0;");
}

void print_branch(BodyPrinter& p, const Stm& s) {
  const std::string& c = p.name(s.args[0]);
  p.declare(s.outs);
  if (const auto answer = p.known(s.args[0])) {
    p.open("");
    p.block(s.bodies[*answer ? 0 : 1], {}, [&](const Names& r) { p.set(s.outs, r); });
    return p.close();
  }
  const bool flat = p.both(s), checked = p.modes.checked;
  bool after = false;
  for (const bool taken : {true, false}) {
    const std::string condition = (taken ? "" : "!") + c;
    const Scoped guard(p.modes.guard);
    const std::string& around = guard.before();
    if (flat) {
      p.modes.guard = p.fresh("taken");
      p.open("");
      p.line("const nv_b8 " + p.modes.guard + " = " + (around.empty() ? "" : around + " & ") + condition +
             ";");
    } else
      p.open("if (" + condition + ")");
    p.block(s.bodies[taken ? 0 : 1], {}, [&](const Names& r) {
      for (size_t k = 0; k < r.size(); ++k)
        p.line(p.name(s.outs[k]) + " = " + (flat && !taken ? c + " ? " + p.name(s.outs[k]) + " : " : "") +
               r[k] + ";");
    });
    p.close();
    if (taken)
      after = std::exchange(p.modes.checked, checked);
    else
      p.modes.checked |= after;
  }
}

} // namespace nova::plan
