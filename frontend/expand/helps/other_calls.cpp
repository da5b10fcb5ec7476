#include "frontend/expand/helps/other_calls.hpp"
#include "frontend/read/other/calls.hpp"

namespace nova {

void help_with_other_call(ExpanderState& ex, Data items) {
  constexpr size_t longest = 40;
  if (ex.f.diagnostics.all().empty() || !items[0]->is(DatumKind::Symbol)) return;
  Diagnostic& d = ex.f.diagnostics.last();
  if (d.code != "E0301" || !(d.span == items[0]->span) || d.span.expansion) return;
  std::vector<std::string> arguments;
  for (const Datum* item : items.subspan(1)) {
    const std::string_view text = ex.f.sources.text(item->span);
    if (text.size() > longest || text.find('\n') != text.npos) return;
    arguments.emplace_back(text);
  }
  const auto call = lisp_call(ex.spelling(*items[0]), arguments);
  if (!call) return;
  if (d.notes.empty() || d.notes[0].kind != Note::Help) return void(d.help("it is " + *call));
  std::string& help = d.notes[0].text;
  if (help.starts_with("did you mean")) return void(help = "it is " + *call);
  if (help.find(*call) != help.npos) return;
  help += (help.find_first_of("([") == help.npos ? ": " : "; here it is ") + *call;
}

} // namespace nova
