// What is warned of when a text has run: names that others keep in an older meaning, calls without
// parentheses.
#include "frontend/expand/foreign_words.hpp"
#include "frontend/infer/check.hpp"
#include "frontend/source/big_stack.hpp"
#include "repl/session/session.hpp"
#include "repl/session/stale_uses.hpp"
#include <algorithm>
#include <set>

namespace nova {

namespace {

/// `a`, `b` and `c`.
std::string list_of(std::span<const std::string> names) {
  std::string out;
  for (size_t k = 0; k < names.size(); ++k)
    out += (k == 0 ? "`" : k + 1 == names.size() ? " and `" : ", `") + names[k] + "`";
  return out;
}

/// Of several in one text that are called alike the last: those before it are no more what the name means.
template <class Id, class Name> std::vector<Id> last_of_their_names(std::span<const Id> all, Name name) {
  std::set<decltype(name(all[0]))> seen;
  std::vector<Id> out;
  for (size_t k = all.size(); k-- > 0;)
    if (seen.insert(name(all[k])).second) out.push_back(all[k]);
  std::ranges::reverse(out);
  return out;
}

} // namespace

/// Who uses what a name meant before it was defined anew.
void Session::warn_of_keepers(std::span<const GlobalId> defined) {
  const Program& program = frontend_.program;
  const auto name = [&](GlobalId g) { return std::pair(program[g].name, program[g].module); };
  for (const GlobalId g : last_of_their_names(defined, name)) {
    const std::vector<std::string> keepers = keepers_.of(g);
    if (keepers.empty()) continue;
    frontend_.diagnostics
        .report("W0305", frontend_.program[g].span,
                {std::string(name_of(g)), list_of(keepers), keepers.size() == 1 ? "uses" : "use"})
        .help(keepers.size() == 1 ? "define it anew to change that"
                                  : "define them anew, in this order, to change that");
  }
  flush_diagnostics();
}

/// Who has to do with the type that a name meant before it was declared anew.
void Session::warn_of_older_types(std::span<const TypeDeclId> declared) {
  const auto name = [&](TypeDeclId t) { return frontend_.program[t].name; };
  for (const TypeDeclId t : last_of_their_names(declared, name)) {
    const TypeDecl& now = frontend_.program.types[static_cast<size_t>(t)];
    const auto keepers = keepers_.of_type(t);
    if (keepers.empty()) continue;
    frontend_.diagnostics
        .report("W0305", now.span,
                {std::string(frontend_.symbols.text(now.name)), list_of(keepers),
                 keepers.size() == 1 ? "uses" : "use"})
        .help(keepers.size() == 1 ? "define it anew to change that"
                                  : "define them anew, in this order, to change that");
  }
  flush_diagnostics();
}

bool Session::hides_prelude(GlobalId g) const {
  const Program& p = frontend_.program;
  if (!is_own(g) || !p[g].module.empty()) return false;
  const auto is_hidden = [&](GlobalId of) { return p[of].prelude && p[of].module.empty(); };
  return find_builtin(name_of(g)) || std::ranges::any_of(p.named(p[g].name), is_hidden);
}

/// Of several forms, where one had an error.
std::string Session::what_ran() const {
  const Ran& ran = ran_;
  if (ran.good == ran.forms || ran.forms + ran.undefined.size() < 2) return "";
  std::string told =
      ran.good ? std::to_string(ran.good) + " of " + count(ran.forms, "form") + " ran" : "nothing ran";
  std::vector<std::string> names, older;
  for (const GlobalId g : ran.undefined) {
    names.emplace_back(name_of(g));
    if (defined_before(frontend_, g) || find_builtin(names.back())) older.push_back(names.back());
  }
  if (!names.empty()) told += "; not defined: " + list_of(names);
  if (!older.empty()) told += " (" + list_of(older) + " as before)";
  return told + "\n";
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
