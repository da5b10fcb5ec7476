#include "repl/verdicts.hpp"
#include "frontend/label.hpp"
#include "repl/keepers.hpp"
#include <algorithm>

namespace nova {

/// The least of what is known of the definitions that an expression names. Functions are named too, with what
/// they name themselves.
Verdict Verdicts::of_names(const Core& expression) const {
  Verdict worst = Verdict::Interpreted;
  for_each_definition(expression, [&](GlobalId g) {
    if (const auto at = defined_.find(g); at != defined_.end()) worst = std::max(worst, at->second);
  });
  return worst;
}

void Verdicts::note(const CoreTop& top, Verdict verdict) {
  if (top.kind == CoreTop::Expression) {
    verdict = std::max(verdict, of_names(*top.value));
    lines_.emplace_back(label(frontend_.sources, top.span), verdict);
    return;
  }
  for (const GlobalId g : top.globals) {
    const CoreGlobal& global = frontend_.core.globals[static_cast<size_t>(g)];
    const Verdict own = global.value ? std::max(verdict, of_names(*global.value)) : verdict;
    defined_[g] = own;
    if (global.value && global.value->kind != CoreKind::Lambda)
      lines_.emplace_back(frontend_.sources.place(top.span) + ": " +
                              std::string(frontend_.symbols.text(frontend_.program[g].name)),
                          own);
  }
}

std::string Verdicts::list() const {
  std::string text;
  for (const auto& [what, verdict] : lines_) text += what + ": " + std::string(describe(verdict)) + "\n";
  return text;
}

} // namespace nova
