#include "frontend/expand/helps/other_calls.hpp"
#include "frontend/read/other/calls.hpp"
#include "frontend/read/other/expressions.hpp"
#include "frontend/read/other/form_texts.hpp"
#include <algorithm>
#include <utility>

namespace nova {

/// Returns the whole form in Nova, with each call of another language's function inside of it; nothing if it is long or is
/// none.
static std::optional<std::string> whole_form(const Frontend& f, const Datum& form) {
  constexpr size_t longest = 400;
  std::string text(f.sources.text(form.span));
  if (text.size() > longest || text[0] != '(' || text.find(';') != text.npos) return {};
  std::string one_line;
  for (const char c : text)
    if (c != '\n' && !(c == ' ' && one_line.ends_with(' ')))
      one_line += c;
    else if (!one_line.ends_with(' '))
      one_line += ' ';
  const std::string_view define = "(define (";
  if (one_line.starts_with(define) &&
      has_lisp_call(std::string_view(one_line).substr(
          define.size(), one_line.find_first_of(" )", define.size()) - define.size())))
    return {}; // its own name would be taken for the other function's
  std::string changed = change_forms(one_line, call_by_names);
  return changed == one_line ? std::nullopt : std::optional(std::move(changed));
}

void help_with_other_call(ExpanderState& ex, Data items) {
  const size_t longest = ex.spelling(*items[0]).starts_with("define-syntax") ? 200 : 40;
  if (ex.f.diagnostics.all().empty() || !items[0]->is(DatumKind::Symbol)) return;
  Diagnostic& d = ex.f.diagnostics.last();
  if (d.code != "E0301" || !(d.span == items[0]->span) || d.span.expansion) return;
  std::vector<std::string> arguments;
  for (const Datum* item : items.subspan(1)) {
    const std::string_view text = ex.f.sources.text(item->span);
    if (text.size() > longest || text.find('\n') != text.npos) return;
    const bool quoted =
        text.size() > 1 && text[0] == '\'' && text.find_first_of("( ") == text.npos; // 'a of a Lisp
    arguments.push_back(quoted ? "\"" + std::string(text.substr(1)) + "\""
                               : change_forms(text, call_by_names));
  }
  auto call = lisp_call(ex.spelling(*items[0]), arguments);
  if (!call) return;
  const std::string_view line = ex.f.sources.line_at(d.span.file, d.span.begin);
  const bool inside =
      line.find_first_not_of(' ') != line.npos &&
      line.data() + line.find_first_not_of(' ') + 1 != ex.f.sources.text(items[0]->span).data();
  if (const std::string head = ex.spelling(*items[0]); inside && (head == "setq" || head == "setf"))
    call->replace(0, std::string_view("(define ").size(), "(set! "); // of a local variable
  else if ((head == "vector-set!" || head == "vector-fill!") && items[1]->is(DatumKind::Symbol))
    call = (inside ? "(set! " : "(define ") + arguments[0] + " " + *call + ")";
  if (d.notes.empty() || d.notes[0].kind != Note::Help) return void(d.help("it is " + *call));
  std::string& help = d.notes[0].text;
  if (help.starts_with("did you mean")) return void(help = "it is " + *call);
  if (help.find(*call) != help.npos) return;
  help += (help.find_first_of("([") == help.npos ? ": " : "; here it is ") + *call;
}

/// Returns the call with its numerals as one vector, as a row of them is in APL: (avg [1 2 3]); nothing for other calls.
static std::optional<std::string> with_row(std::string_view call) {
  const size_t blank = call.find(' '), next = call.find(' ', blank + 1);
  if (next == call.npos || call.find_first_not_of("0123456789. )", blank) != call.npos ||
      std::ranges::count(call, ' ') < 3)
    return {};
  return std::string(call.substr(0, blank + 1)) + "[" +
         std::string(call.substr(blank + 1, call.size() - blank - 2)) + "])";
}

/// Returns the field of a record for a line that takes it as a function, person.age of age person; nothing if no record has
/// a field of that name.
static std::optional<std::string> field_in_call(const Frontend& f, std::string_view call) {
  const size_t blank = call.find(' ');
  if (blank == call.npos || call.find_first_of(" ([", blank + 1) != call.npos) return {};
  const std::string_view field = call.substr(1, blank - 1),
                         record = call.substr(blank + 1, call.size() - blank - 2);
  const bool known = std::ranges::any_of(f.program.types, [&](const TypeDecl& d) {
    return !d.prelude && std::ranges::any_of(d.constructors, [&](const TypeDecl::Constructor& c) {
      return std::ranges::any_of(c.names, [&](Symbol s) { return f.symbols.text(s) == field; });
    });
  });
  return known && is_letter(record[0]) ? std::optional(std::string(record) + "." + std::string(field))
                                       : std::nullopt;
}

/// Returns the help for a line of a function's name and arguments, whose call in Nova is `call`.
static std::string help_with_own_call(const Frontend& f, const std::string& call) {
  if (const auto field = field_in_call(f, call)) return "a record's field is " + *field;
  const auto row = with_row(call);
  return "a call has brackets around it: " + call + (row ? "; of one vector it is " + *row : "");
}

/// Returns the line of the text that begins with the unknown name of the error, which is a name at top level with more
/// behind it; an empty text otherwise.
static std::string_view line_of_call(const Frontend& f, std::span<const Datum* const> data,
                                     const Diagnostic& d) {
  const auto at = std::ranges::find_if(data, [&](const Datum* form) { return form->span == d.span; });
  if (at == data.end() || d.span.expansion) return {};
  const std::string_view line = f.sources.line_at(d.span.file, d.span.begin);
  const std::string_view name = f.sources.text(d.span), blanks = " \t";
  const size_t begin = line.find_first_not_of(blanks);
  const bool heads = begin != line.npos && line.substr(begin).starts_with(name) && line.find(name) == begin &&
                     line.data() + begin == name.data();
  const size_t end = begin + name.size();
  if (!heads || end >= line.size() || line[end] != ' ' || line.find(';') != line.npos ||
      begins_form(line.substr(end + 1)))
    return {};
  return line.substr(begin);
}

void help_with_bare_calls(Frontend& f, std::span<const Datum* const> data) {
  std::vector<Diagnostic> all = f.diagnostics.take();
  for (Diagnostic& d : all) {
    const std::string_view line = d.code == "E0301" ? line_of_call(f, data, d) : std::string_view{};
    const auto call = line.empty() ? std::nullopt : nova_expression(line);
    if (call && call->starts_with('(')) {
      const std::string name(f.sources.text(d.span));
      const bool own = call->starts_with("(" + name + " ");
      constexpr std::string_view words[] = {"async",   "await",  "class",  "deriving", "instance",
                                            "private", "public", "return", "static",   "yield"};
      if (own && std::ranges::find(words, name) != std::end(words)) {
        f.diagnostics.add(std::move(d));
        continue;
      }
      const bool guessed = d.notes.empty() || d.notes[0].text.starts_with("did you mean");
      if (guessed && !own) d.notes.clear();
      if (guessed || !own) d.help(own ? help_with_own_call(f, *call) : "it is " + *call);
    }
    f.diagnostics.add(std::move(d));
  }
}

void join_other_calls(Frontend& f, std::span<const Datum* const> data) {
  const auto is_other = [&](const Diagnostic& d) {
    return d.code == "E0301" && !d.args.empty() && !d.span.expansion &&
           (has_lisp_call(d.args[0]) ||
            (!d.notes.empty() && d.notes[0].text.find("it is (") != std::string::npos));
  };
  std::vector<Diagnostic> all = f.diagnostics.take();
  const auto within = [](const Diagnostic& d, const Datum& form) {
    return d.span.file == form.span.file && form.span.begin <= d.span.begin && d.span.end <= form.span.end;
  };
  const auto shown = [](const Diagnostic& d) { // by the reader
    return !d.notes.empty() && d.notes[0].text.find(", the whole form (") != std::string::npos;
  };
  for (const Datum* form : data) {
    const bool told =
        std::ranges::any_of(all, [&](const Diagnostic& d) { return within(d, *form) && shown(d); });
    if (told) std::erase_if(all, [&](const Diagnostic& d) { return within(d, *form) && d.code == "E0301"; });
    const auto count =
        std::ranges::count_if(all, [&](const Diagnostic& d) { return within(d, *form) && is_other(d); });
    const auto whole = count > 1 ? whole_form(f, *form) : std::nullopt;
    if (!whole) continue;
    bool first = true;
    std::erase_if(all, [&](Diagnostic& d) {
      if (!within(d, *form) || !is_other(d)) return false;
      if (first) d.notes.clear(), d.help("with Nova's names it is " + *whole);
      return !std::exchange(first, false);
    });
  }
  for (Diagnostic& d : all) f.diagnostics.add(std::move(d));
}

} // namespace nova
