#include "jit/emit/c/foreign.hpp"
#include "jit/emit/c/emit_c.hpp"
#include <algorithm>

namespace nova::plan {

namespace {

/// Prints the call of a library's function that returns a vector. Its elements are copied, so that the run owns them.
void print_vector(BodyPrinter& p, const Stm& s) {
  const std::string got = p.fresh("got"), column = p.name(s.outs[1]), n = p.name(s.outs[0]);
  std::string list = "&" + got;
  for (Var v : s.args) list += ", " + p.name(v);
  p.line("void* " + got + ";");
  p.line(p.declared(s.outs[0]) + " = " + foreign_call(s.function) + "(" + list + ");");
  p.declare({s.outs[1]});
  p.allocate(column, n + " > 0 ? " + n + " : 0");
  p.line("if (" + n + " > 0) __builtin_memcpy(" + column + ", " + got + ", (size_t)" + n + " * sizeof *" +
         column + ");");
  p.line("__builtin_free(" + got + ");");
}

} // namespace

void print_foreign(BodyPrinter& p, const Stm& s) {
  const ForeignFunction& f = *p.plan().foreigns[s.function];
  if (f.signature.result.kind == ForeignType::Vector) return print_vector(p, s);
  std::string list;
  for (Var v : s.args) list += (list.empty() ? "" : ", ") + p.name(v);
  const std::string call = foreign_call(s.function) + "(" + list + ")";
  if (f.signature.result.kind != ForeignType::Tuple)
    return p.line(p.declared(s.outs[0]) + " = " + call + ";");
  if (s.outs.empty()) return p.line(call + ";");
  const std::string got = p.fresh("got");
  p.line("const nova_result_" + std::to_string(s.function) + " " + got + " = " + call + ";");
  for (size_t k = 0; k < s.outs.size(); ++k)
    p.line(p.declared(s.outs[k]) + " = " + got + "._" + std::to_string(k) + ";");
}

std::string foreign_head(const Plan& plan) {
  const bool here = std::ranges::all_of(plan.foreigns, [](const auto& f) { return f->in_process; });
  return (here ? "" : std::string(apart_text) + "\n") + foreign_declarations(plan.foreigns);
}

} // namespace nova::plan
