// Lines of APL and J that have no glyphs: `x,4`, `3|10`, `1 0 1/1 2 3`, `*: 3`. A part of arrays.hpp.
#include "frontend/read/other/arrays.hpp"
#include "frontend/read/other/definitions.hpp"
#include "frontend/read/other/texts.hpp"
#include <algorithm>

namespace nova {
namespace {

using Text = std::optional<std::string>;

bool is_number(std::string_view text) { return !text.empty() && std::ranges::all_of(text, is_digit); }

/// Returns the numerals with blanks between them as Nova has them, [1 2 3] or 5; nothing of other texts.
Text row_of(std::string_view text) {
  text = without_blanks(text);
  const auto parts = split_at(text, " ");
  if (!std::ranges::all_of(parts, is_number)) return {};
  return parts.size() == 1 ? std::string(text) : "[" + std::string(text) + "]";
}

bool is_bits(std::string_view row) {
  return row.starts_with('[') && row.find_first_not_of("[]01 ") == row.npos;
}

/// Returns the value of a monad of J: *: 3, >: 3.
Text monad_of_j(std::string_view line) {
  constexpr std::pair<std::string_view, std::string_view> monads[] = {
      {"*: ", "*"}, {">: ", "+ 1"}, {"<: ", "- 1"}, {"+: ", "* 2"}, {"%: ", "sqrt"}, {"-: ", "half"}};
  for (const auto& [sign, call] : monads) {
    const Text of = line.starts_with(sign) ? row_of(line.substr(sign.size())) : Text{};
    if (!of) continue;
    const bool one = (*of)[0] != '[';
    if (call == "*") return one ? "(* " + *of + " " + *of + ")" : "(map (lambda (v) (* v v)) " + *of + ")";
    if (call == "half")
      return one ? "(/ " + *of + ".0 2.0)" : "(map (lambda (v) (/ v 2.0)) (map to_double " + *of + "))";
    if (call == "sqrt") return one ? "(sqrt " + *of + ".0)" : "(map sqrt (map to_double " + *of + "))";
    const std::string sign_of(call.substr(0, 1)), by(call.substr(2));
    if (one) return "(" + sign_of + " " + *of + " " + by + ")";
    return call[0] == '-' ? "(map (lambda (v) (- v 1)) " + *of + ")"
                          : "(map (" + sign_of + " " + by + ") " + *of + ")";
  }
  return {};
}

/// Returns the digits of 2 2 2 encoded 5, whose base is one number; nothing of others.
Text encoded(std::string_view line) {
  const std::string_view sign = "\u22a4";
  const size_t at = line.find(sign);
  if (at == line.npos) return {};
  const auto bases = split_at(without_blanks(line.substr(0, at)), " ");
  const std::string_view n = without_blanks(line.substr(at + sign.size()));
  const bool same =
      std::ranges::all_of(bases, [&](std::string_view b) { return b == bases[0] && is_number(b); });
  if (!same || !is_number(n)) return {};
  const std::string base(bases[0]);
  return "(map (lambda (k) (% (/ " + std::string(n) + " (power " + base + " k)) " + base +
         ")) (reverse (iota " + std::to_string(bases.size()) + ")))";
}

/// Returns the text in quotes of APL, which may be curly.
Text text_of(std::string_view text) {
  for (const auto& [open, close] :
       {std::pair<std::string_view, std::string_view>{"'", "'"}, {"\u2018", "\u2019"}})
    if (text.size() > open.size() + close.size() && text.starts_with(open) && text.ends_with(close)) {
      const std::string_view inner = text.substr(open.size(), text.size() - open.size() - close.size());
      if (inner.find_first_of("'\"\\") == inner.npos) return nova_text(inner);
    }
  return {};
}

/// Returns the function of K with the names x, y and z for its arguments: {x*x}. `count`: how many it has.
Text function_of_k(std::string_view braces, size_t count) {
  const std::string_view inner = braces.substr(1, braces.size() - 2);
  if (inner.find_first_of("{}:;,\"") != inner.npos) return {};
  const auto body = nova_expression(inner);
  const auto words = other_words(inner);
  constexpr std::string_view names[] = {"x", "y", "z"};
  if (!body || !words || count > std::size(names)) return {};
  std::string parameters;
  for (size_t k = 0; k < count; ++k) parameters += (k ? " " : "") + std::string(names[k]);
  const bool own = std::ranges::all_of(*words, [&](const OtherWord& w) {
    return w.kind != OtherWord::Name || (w.text.size() == 1 && parameters.find(w.text) != parameters.npos);
  });
  return own && body->starts_with('(') ? Text("(lambda (" + parameters + ") " + *body + ")") : Text{};
}

/// Returns the call of K's function in braces: {x*x} 3, {x+y}[1;2].
Text call_of_k(std::string_view line) {
  const size_t close = line.find('}');
  if (!line.starts_with('{') || close == line.npos || close + 1 == line.size()) return {};
  std::string_view rest = line.substr(close + 1);
  if (rest.starts_with('[') && rest.ends_with(']')) {
    const auto parts = split_at(rest.substr(1, rest.size() - 2), ";");
    const Text f = function_of_k(line.substr(0, close + 1), parts.size());
    std::string call = f.value_or("");
    for (const std::string_view part : parts) {
      const Text row = row_of(part);
      if (!row) return {};
      call += " " + *row;
    }
    return f ? Text("(" + call + ")") : Text{};
  }
  const Text of = rest.starts_with(' ') ? row_of(rest) : Text{},
             f = of ? function_of_k(line.substr(0, close + 1), 1) : Text{};
  if (!f) return {};
  return ((*of)[0] == '[' ? "(map " : "(") + *f + " " + *of + ")";
}

/// Returns the call for each element of one side, as K has it: x+/:y of those of y, x+\:y of those of x.
Text each_side(std::string_view line) {
  for (const std::string_view sign : {"/:", "\\:"}) {
    const size_t at = line.find(sign);
    if (at == line.npos || at < 2 || std::string_view("+-*").find(line[at - 1]) == line.npos) continue;
    const auto part = [](std::string_view text) -> Text {
      text = without_blanks(text);
      if (const Text row = row_of(text); row && !text.empty()) return row;
      const bool name = !text.empty() && is_letter(text[0]) && std::ranges::all_of(text, is_letter);
      return name ? Text(std::string(text)) : Text{};
    };
    const Text x = part(line.substr(0, at - 1)), y = part(line.substr(at + 2));
    if (!x || !y) return {};
    const std::string call = std::string("(") + line[at - 1] + " ";
    return sign == "/:" ? "(map (lambda (v) " + call + *x + " v)) " + *y + ")"
                        : "(map (lambda (v) " + call + "v " + *y + ")) " + *x + ")";
  }
  return {};
}

/// Returns the joined parts of x,4, which touch the comma.
Text joined_parts(std::string_view line) {
  const size_t comma = line.find(',');
  if (comma == line.npos || line.find_first_of(" ([\"", 0) != line.npos ||
      line.find(',', comma + 1) != line.npos)
    return {};
  const auto part = [](std::string_view text) -> Text {
    if (is_number(text)) return "[" + std::string(text) + "]";
    const bool name = !text.empty() && is_letter(text[0]) && std::ranges::all_of(text, [](char c) {
      return (is_letter(c) && !(c & 0x80)) || is_digit(c);
    });
    return name ? Text(std::string(text)) : text_of(text);
  };
  const Text a = part(line.substr(0, comma)), b = part(line.substr(comma + 1));
  return a && b && ((*a)[0] != '[' || (*b)[0] != '[') ? "(++ " + *a + " " + *b + ")" : Text{};
}

} // namespace

std::optional<std::string> plain_array(std::string_view line) {
  line = without_blanks(line);
  if (line.empty()) return {};
  if (auto call = call_of_k(line)) return call;
  if (line.find_first_of(";\"") != line.npos) return {};
  if (line[0] == '{') return line.find("\u2375") == line.npos ? Text{} : nova_array(line);
  if (auto each = each_side(line)) return each;
  if (auto monad = monad_of_j(line)) return monad;
  if (auto digits = encoded(line)) return digits;
  if (auto parts = joined_parts(line)) return parts;
  const std::string_view rest = line.substr(1);
  if (line[0] == '~')
    if (const Text bits = row_of(rest); bits && is_bits(*bits)) return "(map (- 1) " + *bits + ")";
  if (line[0] == '|')
    if (const auto e = nova_array(line); e && e->starts_with("(abs ")) return e;
  if (const size_t at = line.find('|');
      at != line.npos && is_number(line.substr(0, at)) && is_number(line.substr(at + 1)))
    return "(floor-mod " + std::string(line.substr(at + 1)) + " " + std::string(line.substr(0, at)) + ")";
  const size_t outer = line.find("*/"), slash = line.find('/');
  const Text a = row_of(line.substr(0, std::min(outer, slash))),
             b = slash == line.npos ? Text{} : row_of(line.substr(slash + 1));
  if (!a || !b || (*b)[0] != '[' || (*a)[0] != '[') return {};
  if (outer != line.npos) return "(outer * " + *a + " " + *b + ")";
  return is_bits(*a) ? nova_array(line) : Text{};
}

std::optional<std::string> masked_array(std::string_view line) {
  const size_t close = line.find(")/");
  if (!line.starts_with('(') || close == line.npos || line.find_first_of("<>=") > close) return {};
  const std::string_view inner = line.substr(1, close - 1), of = without_blanks(line.substr(close + 2));
  const bool name = !of.empty() && is_letter(of[0]) &&
                    std::ranges::all_of(of, [](char c) { return is_letter(c) || is_digit(c); });
  return name && inner.starts_with(of) && inner.find('(') == inner.npos ? nova_array(line) : std::nullopt;
}

} // namespace nova
