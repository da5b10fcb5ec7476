// Lines of APL and J that have no glyphs: `x,4`, `3|10`, `1 0 1/1 2 3`, `*: 3`. A part of arrays.hpp.
#include "frontend/read/other/arrays.hpp"
#include "frontend/read/other/definitions.hpp"
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

/// Returns the joined parts of x,4, which touch the comma.
Text joined_parts(std::string_view line) {
  const size_t comma = line.find(',');
  if (comma == line.npos || line.find_first_of(" ([\"'", 0) != line.npos ||
      line.find(',', comma + 1) != line.npos)
    return {};
  const auto part = [](std::string_view text) -> Text {
    if (is_number(text)) return "[" + std::string(text) + "]";
    const bool name = !text.empty() && is_letter(text[0]) && std::ranges::all_of(text, [](char c) {
      return (is_letter(c) && !(c & 0x80)) || is_digit(c);
    });
    return name ? Text(std::string(text)) : Text{};
  };
  const Text a = part(line.substr(0, comma)), b = part(line.substr(comma + 1));
  return a && b && (is_letter((*a)[0]) || is_letter((*b)[0])) ? "(++ " + *a + " " + *b + ")" : Text{};
}

} // namespace

std::optional<std::string> plain_array(std::string_view line) {
  line = without_blanks(line);
  if (line.empty() || line.find_first_of(";\"") != line.npos) return {};
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
