// What is warned of when a text has run: names that others keep in an older meaning, calls without
// parentheses.
#include "frontend/big_stack.hpp"
#include "frontend/check.hpp"
#include "frontend/other_names.hpp"
#include "repl/keepers.hpp"
#include "repl/session.hpp"

namespace nova {

/// Who uses what a name meant before it was defined anew.
void Session::warn_of_keepers(std::span<const GlobalId> defined) {
  for (const GlobalId g : defined) {
    const std::vector<std::string> keepers =
        keepers_of(frontend_, g, [this](GlobalId k) { return is_own(k); });
    if (keepers.empty()) continue;
    std::string names;
    for (size_t k = 0; k < keepers.size(); ++k)
      names += (k == 0 ? "`" : k + 1 == keepers.size() ? " and `" : ", `") + keepers[k] + "`";
    frontend_.diagnostics
        .report("W0305", frontend_.program[g].span,
                {std::string(name_of(g)), names, keepers.size() == 1 ? "uses" : "use"})
        .help(std::string("define ") + (keepers.size() == 1 ? "it" : "them") + " anew to change that");
  }
  flush_diagnostics();
}

/// Does the line check as the call that its first form would be?
bool Session::is_call(std::span<const Datum* const> line) {
  Datum* call = frontend_.data.make(DatumKind::List, join(line.front()->span, line.back()->span));
  call->items = frontend_.data.items(line);
  const Datum* const form = call;
  bool good = false;
  run_on_big_stack([&] {
    const std::vector<Top> tops = expand(frontend_, std::span(&form, 1), Unit::Prompt);
    good = tops.size() == 1 && tops[0].value && !frontend_.diagnostics.has_errors() &&
           check(frontend_, tops).size() == 1 && !frontend_.diagnostics.has_errors();
  });
  frontend_.diagnostics.take(); // it was only tried
  return good;
}

/// `:type sum [1 2]`.
void Session::report_several(std::span<const Datum* const> data) {
  const auto lines = lines_behind_names(frontend_, data);
  const bool call = lines.size() == 1 && is_call(lines[0]);
  Diagnostic& d = frontend_.diagnostics.report("E0706", {}, {"`:type`"});
  if (!call) return;
  const Span all = join(data.front()->span, data.back()->span);
  d.help("write :type (" + std::string(frontend_.sources.text(all)) + ")");
}

/// `sum [1 2]` gives two values, as it is written; then the call is told.
void Session::warn_of_bare_calls(std::span<const Datum* const> data) {
  if (holds_verdicts_) return; // it was told in the first run
  for (const auto line : lines_behind_names(frontend_, data))
    if (is_call(line)) warn_of_bare_call(frontend_, line), flush_diagnostics();
}

} // namespace nova
