#include "repl/session/warnings.hpp"
#include "frontend/expand/foreign_words.hpp"
#include "frontend/infer/check.hpp"
#include "frontend/source/big_stack.hpp"
#include "frontend/source/utf8.hpp"
#include <algorithm>

namespace nova {

std::string list_of(std::span<const std::string> names) {
  std::string out;
  for (size_t k = 0; k < names.size(); ++k)
    out += (k == 0 ? "`" : k + 1 == names.size() ? " and `" : ", `") + names[k] + "`";
  return out;
}

namespace {

/// Returns the elements of `all` except those that are followed by another one with the same name.
template <class Id, class Name> std::vector<Id> last_of_their_names(std::span<const Id> all, Name name) {
  std::set<decltype(name(all[0]))> seen;
  std::vector<Id> out;
  for (size_t k = all.size(); k-- > 0;)
    if (seen.insert(name(all[k])).second) out.push_back(all[k]);
  std::ranges::reverse(out);
  return out;
}

void warn_of_older_meaning(Frontend& f, Span at, Symbol name, const std::vector<std::string>& users) {
  if (users.empty()) return;
  const bool one = users.size() == 1;
  f.diagnostics.report("W0305", at, {std::string(f.symbols.text(name)), list_of(users), one ? "uses" : "use"})
      .help(one ? "define it anew to change that" : "define them anew, in this order, to change that");
}

} // namespace

void warn_of_stale_uses(Frontend& f, StaleUses& uses, std::span<const GlobalId> defined) {
  const Program& program = f.program;
  const auto name = [&](GlobalId g) { return std::pair(program[g].name, program[g].module); };
  for (const GlobalId g : last_of_their_names(defined, name))
    warn_of_older_meaning(f, program[g].span, program[g].name, uses.of(g));
}

void warn_of_older_types(Frontend& f, StaleUses& uses, std::span<const TypeDeclId> declared) {
  const auto name = [&](TypeDeclId t) { return f.program[t].name; };
  for (const TypeDeclId t : last_of_their_names(declared, name))
    warn_of_older_meaning(f, f.program[t].span, f.program[t].name, uses.of_type(t));
}

namespace {

/// Whether the line, put in parentheses, is a call that expands and checks without errors.
bool is_call(Frontend& f, std::span<const Datum* const> line) {
  Datum* call = f.data.make(DatumKind::List, join(line.front()->span, line.back()->span));
  call->items = f.data.items(line);
  const Datum* const form = call;
  bool good = false;
  run_on_big_stack([&] {
    const std::vector<Top> tops = expand(f, std::span(&form, 1), Unit::Prompt);
    good = tops.size() == 1 && tops[0].value && !f.diagnostics.has_errors() && check(f, tops).size() == 1 &&
           !f.diagnostics.has_errors();
  });
  f.diagnostics.take(); // errors of this test are not reported
  return good;
}

} // namespace

void report_several(Frontend& f, std::span<const Datum* const> data) {
  const auto lines = lines_behind_names(f, data);
  const bool call = lines.size() == 1 && is_call(f, lines[0]);
  Diagnostic& d = f.diagnostics.report("E0706", {}, {"`:type`"});
  if (!call) return;
  const Span all = join(data.front()->span, data.back()->span);
  d.help("write :type (" + std::string(f.sources.text(all)) + ")");
}

void warn_of_bare_calls(Frontend& f, std::span<const Datum* const> data) {
  auto lines = lines_behind_names(f, data);
  std::erase_if(lines, [&](const auto line) { return !is_call(f, line); });
  for (const auto line : lines) warn_of_bare_call(f, line);
}

void warn_of_waiting(Frontend& f, const CoreTop& form) {
  if (form.kind != CoreTop::Expression) return;
  const std::string_view text = f.sources.text(form.span);
  const auto what = what_it_lacks(f.types, form.type, text);
  if (!what) return;
  Diagnostic& d = f.diagnostics.report("W0312", form.span,
                                       {shorten(std::string(text), 40), what->substr(0, what->find(':'))});
  d.help(std::string(what_waits(text).value_or(std::string_view(*what).substr(what->find(':') + 2))));
}

} // namespace nova
