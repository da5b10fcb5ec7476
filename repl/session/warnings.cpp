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

/// Returns a datum of the kind with the items.
const Datum* made_of(Frontend& f, DatumKind kind, std::span<const Datum* const> items) {
  Datum* made = f.data.make(kind, join(items.front()->span, items.back()->span));
  made->items = f.data.items(items);
  return made;
}

/// Whether the line, put in parentheses, is a call that expands and checks without errors.
bool is_call(Frontend& f, std::span<const Datum* const> line) {
  const Datum* const form = made_of(f, DatumKind::List, line);
  bool good = false;
  run_on_big_stack([&] {
    const std::vector<Top> tops = expand(f, std::span(&form, 1), Unit::Prompt);
    good = tops.size() == 1 && tops[0].value && !f.diagnostics.has_errors() && check(f, tops).size() == 1 &&
           !f.diagnostics.has_errors();
  });
  f.diagnostics.take(); // errors of this test are not reported
  return good;
}

/// Returns the call with what stands behind the name as one vector, `mean 1 2 3`, or with doubles, `mean xs`, if one of
/// these checks without errors.
std::optional<std::string> call_of_row(Frontend& f, std::span<const Datum* const> line) {
  const auto arguments = line.subspan(1);
  const std::string name(f.symbols.text(line[0]->symbol));
  const std::string_view all = f.sources.text(join(arguments.front()->span, arguments.back()->span));
  const auto is_number = [](const Datum* d) {
    return d->is(DatumKind::Integer) || d->is(DatumKind::Floating);
  };
  if (arguments.size() > 1 && std::ranges::all_of(arguments, is_number))
    if (const Datum* const call[] = {line[0], made_of(f, DatumKind::Vector, arguments)}; is_call(f, call))
      return "(" + name + " [" + std::string(all) + "])";
  if (arguments.size() != 1 || !arguments[0]->is(DatumKind::Symbol)) return {};
  const auto symbol = [&](const char* text) {
    Datum* d = f.data.make(DatumKind::Symbol, arguments[0]->span);
    d->symbol = f.symbols.intern(text);
    return d;
  };
  const Datum* const doubles[] = {symbol("map"), symbol("to_double"), arguments[0]};
  const Datum* const call[] = {line[0], made_of(f, DatumKind::List, doubles)};
  return is_call(f, call) ? std::optional("(" + name + " (map to_double " + std::string(all) + "))")
                          : std::nullopt;
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
  std::vector<std::pair<std::span<const Datum* const>, std::string>> calls;
  for (const auto line : lines_behind_names(f, data)) {
    const std::string name(f.symbols.text(line[0]->symbol));
    if (is_call(f, line))
      calls.emplace_back(line, call_text(f, name, line.subspan(1)));
    else if (const auto call = call_of_row(f, line))
      calls.emplace_back(line, *call);
  }
  for (const auto& [line, call] : calls) warn_of_bare_call(f, line, call);
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
