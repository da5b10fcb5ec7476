#include "jit/emit/c/foreign.hpp"
#include "jit/emit/c/emit_c.hpp"
#include <algorithm>

namespace nova::plan {

void print_foreign(BodyPrinter& p, const Stm& s) {
  const ForeignFunction& f = *p.plan().foreigns[s.function];
  std::string list;
  for (Var v : s.args) list += (list.empty() ? "" : ", ") + p.name(v);
  const std::string call = "nova_call_" + f.name + "(" + list + ")";
  if (f.signature.result.kind != ForeignType::Tuple)
    return p.line(p.declared(s.outs[0]) + " = " + call + ";");
  if (s.outs.empty()) return p.line(call + ";");
  const std::string got = p.fresh("got");
  p.line("const " + f.name + "_result " + got + " = " + call + ";");
  for (size_t k = 0; k < s.outs.size(); ++k)
    p.line(p.declared(s.outs[k]) + " = " + got + "._" + std::to_string(k) + ";");
}

std::string foreign_declarations(const Plan& plan) {
  if (plan.foreigns.empty()) return "";
  const bool here = std::ranges::all_of(plan.foreigns, [](const auto& f) { return f->in_process; });
  std::string text = here ? "" : std::string(apart_text) + "\n";
  text += foreign_prologue();
  for (const auto& f : plan.foreigns) text += foreign_declaration(*f);
  return text;
}

std::string foreign_definitions(const Plan& plan) {
  std::string text;
  std::vector<std::string_view> done; // functions of one file share its text
  for (const auto& f : plan.foreigns) {
    const bool again = std::ranges::find(done, f->text) != done.end();
    text += foreign_definition(*f, !again);
    done.push_back(f->text);
  }
  return text;
}

} // namespace nova::plan
