#include "jit/emit/c/foreign.hpp"
#include "jit/emit/c/emit_c.hpp"
#include <algorithm>

namespace nova::plan {

void print_foreign(BodyPrinter& p, const Stm& s) {
  const ForeignFunction& f = *p.plan().foreigns[s.function];
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
