// Errors that other languages raise and catch. A part of definitions.hpp.
#include "frontend/read/other/definitions.hpp"
#include "frontend/read/other/statements.hpp"
#include <algorithm>
#include <array>

namespace nova {
namespace {

/// Returns the text that an error is raised with: "bad" of ValueError("bad"), of Error("bad") and of a text alone. An
/// error without one is told by its name.
std::optional<std::string> text_of_error(std::string_view error) {
  error = without_blanks(error);
  while (error.ends_with(';')) error = without_blanks(error.substr(0, error.size() - 1));
  if (error.starts_with("new ")) error.remove_prefix(4);
  const auto line = as_line(error);
  if (!line) return {};
  if (line->words.size() == 1 && line->is_name(0)) return "\"" + std::string(line->word(0)) + "\"";
  const size_t open = error.find('(');
  const bool call = open != error.npos && error.ends_with(')') && (open == 0 || is_letter(error[0]));
  std::string_view inside = call ? without_blanks(error.substr(open + 1, error.size() - open - 2)) : error;
  if (inside.empty()) return "\"" + std::string(error.substr(0, open)) + "\"";
  inside = split_at(inside, ",")[0];
  const auto e = nova_expression(inside);
  if (!e) return {};
  const bool text =
      e->starts_with('"') || e->starts_with("(format ") || e->starts_with("(++ ") || e->starts_with("(show ");
  return text ? e : std::optional("(show " + *e + ")");
}

/// Returns the first statement that `try` tries, as a form; an empty text if it is none that is understood.
std::string tried_form(const OtherText& t) {
  std::string_view rest = t.block.substr(t.line.starts_with("try") ? 3 : 0);
  const size_t begin = rest.find_first_not_of(" \t\n:{");
  if (begin == rest.npos) return {};
  rest = rest.substr(begin);
  const std::string_view line = without_blanks(rest.substr(0, rest.find_first_of(";\n}")));
  const auto statement = as_line(line);
  const auto meaning = statement && statement->words.size() > 1 ? meaning_of(*statement) : std::nullopt;
  const std::string form = meaning ? shown_forms(meaning->help) : std::string();
  return form.find("...") == form.npos ? form : std::string();
}

/// Returns the form of a number read from a text with another value where it is none: (define x (parse-str->int s 0)) of
/// `try: x = int(s)` and `except: x = 0`; nothing for others.
std::optional<std::string> parsed_or_value(const OtherText& t) {
  const size_t except = t.block.find("\nexcept"), colon = t.block.find(':', except);
  if (!t.block.starts_with("try:") || except == t.block.npos || colon == t.block.npos) return {};
  const std::string_view tried = without_blanks(t.block.substr(4, except - 4)),
                         other = without_blanks(t.block.substr(colon + 1));
  if (tried.find('\n') != tried.npos || other.find('\n') != other.npos) return {};
  for (const auto& [call, parse, zero] : {std::array<std::string_view, 3>{"int(", "(parse-str->int ", ""},
                                          {"float(", "(parse-double ", ".0"}}) {
    const size_t at = tried.find(call);
    const std::string_view before = tried.substr(0, std::min(at, tried.size()));
    if (at == tried.npos || !tried.ends_with(')') || before.empty() || !other.starts_with(before)) continue;
    const auto text = nova_expression(tried.substr(at + call.size(), tried.size() - at - call.size() - 1)),
               value = nova_expression(other.substr(at));
    const bool name = before.ends_with(" = ") || before.ends_with("=");
    if (!text || !value || (!name && before != "return ")) return {};
    const bool whole = std::ranges::all_of(*value, is_digit);
    const std::string form = std::string(parse) + *text + " " + *value + std::string(whole ? zero : "") + ")";
    const std::string_view target = without_blanks(before.substr(0, before.find('=')));
    return name ? "(define " + std::string(target) + " " + form + ")" : form;
  }
  return {};
}

} // namespace

std::optional<OtherMeaning> failure_meaning(const OtherText& t) {
  constexpr std::string_view raising[] = {"raise", "throw", "panic!", "die"};
  const std::string_view first = t.word(0);
  constexpr std::string_view what = "a form for errors";
  if (is_one_of(first, raising) && t.words.size() > 1) {
    if (const auto text = text_of_error(t.from(1)))
      return OtherMeaning{what, "a program stops by (error! " + *text + ")"};
  }
  if (first == "try" && (t.words.size() > 1 || t.block.size() > t.line.size())) {
    if (const auto parsed = parsed_or_value(t))
      return OtherMeaning{
          what,
          "a text that may be no number gives another value: " + *parsed,
          {},
          parsed->find("->int ") == parsed->npos ? "" : "a text of digits alone is an integer there"};
    const std::string form = tried_form(t);
    OtherMeaning m{what,
                   form.empty()
                       ? "an error ends the program, and is not caught: ask before, as (if (= n 0) 0 (/ x n))"
                       : "an error ends the program, and is not caught: " + form};
    m.note = "what may be missing is a (Maybe 'a), and (match m (None 0) ((Some x) x)) asks for it";
    return m;
  }
  return {};
}

} // namespace nova
