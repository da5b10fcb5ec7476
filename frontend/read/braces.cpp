#include "frontend/read/braces.hpp"
#include "frontend/read/nesting.hpp"
#include "frontend/read/other/definitions.hpp"
#include <algorithm>

namespace nova {
size_t end_of_string(std::string_view text, size_t at) {
  for (++at; at < text.size() && text[at] != '"'; ++at) at += text[at] == '\\';
  return std::min(at + 1, text.size());
}

namespace {

/// Splits a text at the commas and line ends that no bracket and no string holds.
std::vector<std::string_view> split_outermost(std::string_view text) {
  std::vector<std::string_view> parts = split_at(text, ",\n");
  std::erase_if(parts, [](std::string_view part) { return part.empty(); });
  return parts;
}

struct Pair {
  std::string_view key, value;
};

/// Returns the pairs of Clojure's `:a 1 :b 2`; none if the text is written otherwise.
std::vector<Pair> keyword_pairs(std::string_view text) {
  std::vector<std::string_view> parts = split_at(text, " ,\n");
  std::erase_if(parts, [](std::string_view part) { return part.empty(); });
  std::vector<Pair> pairs;
  for (size_t k = 0; k + 1 < parts.size(); k += 2) {
    if (parts[k].size() < 2 || parts[k][0] != ':') return {};
    pairs.push_back({parts[k].substr(1), parts[k + 1]});
  }
  return parts.size() % 2 == 0 ? pairs : std::vector<Pair>{};
}

/// Returns a pair `x: 1`, `"x": 1`, `x = 1`, `:x 1` or `x => 1`, or nothing.
std::optional<Pair> pair_of(std::string_view part) {
  if (part.starts_with(':')) part.remove_prefix(1);
  for (const std::string_view sign : {"=>", ":", "="}) {
    const size_t at = part.find(sign);
    if (at == part.npos || at == 0) continue;
    const std::string_view key = without_blanks(part.substr(0, at)),
                           value = without_blanks(part.substr(at + sign.size()));
    if (key.empty() || value.empty() || value.starts_with('=')) return {};
    return Pair{key, value};
  }
  return {};
}

/// Returns the name that a key is: `x`, or `x` of `"x"`. Returns nothing for a key that is no name.
std::optional<std::string_view> field_name(std::string_view key) {
  const bool quoted =
      key.size() > 2 && (key.front() == '"' || key.front() == '\'') && key.back() == key.front();
  if (quoted) key = key.substr(1, key.size() - 2);
  return is_name(key) ? std::optional(key) : std::nullopt;
}

/// Returns the type of a literal, or `t` of another value.
std::string_view type_of(std::string_view value) {
  if (value.starts_with('"')) return "vector char";
  if (value == "true" || value == "false") return "bool";
  const TokenKind kind = numeral_kind(value);
  return kind == TokenKind::Integer ? "int" : kind == TokenKind::Floating ? "double" : "t";
}

std::string help_with_pairs(std::span<const Pair> pairs) {
  std::string fields, values, tuples;
  bool named = true;
  for (const Pair& p : pairs) {
    const auto name = field_name(p.key);
    named = named && name;
    const std::string field(name.value_or("")), value = shorten(p.value, 30);
    fields += " (" + field + " : " + std::string(type_of(p.value)) + ")";
    values += " (" + field + " " + value + ")";
    tuples += (tuples.empty() ? "(" : " (") + std::string(p.key) + ", " + value + ")";
  }
  if (!named) return "what belongs to keys stands in pairs: [" + shorten(tuples, 60) + "]";
  return "a record is declared by (define-record P" + shorten(fields, 80) + ") and made by (record P" +
         shorten(values, 80) + ")";
}

} // namespace

size_t end_of_braces(std::string_view text, size_t begin) {
  size_t depth = 0;
  for (size_t at = begin; at < text.size(); ++at) {
    if (text[at] == '"') at = end_of_string(text, at) - 1;
    depth += at < text.size() && text[at] == '{';
    if (at < text.size() && text[at] == '}' && --depth == 0) return at + 1;
  }
  return std::min(text.find('\n', begin), text.size());
}

std::string help_with_braces(std::string_view braces) {
  constexpr std::string_view body = "a body has no braces: forms in sequence are (begin e ...)";
  if (!braces.starts_with('{') || !braces.ends_with('}') || braces.find(';') != braces.npos)
    return std::string(body);
  const std::string_view inner = without_blanks(braces.substr(1, braces.size() - 2));
  const std::vector<std::string_view> parts = split_outermost(inner);
  if (inner.find(" for ") != inner.npos || inner.find(" | ") != inner.npos) {
    const size_t colon = inner.find(':');
    const std::string head = colon == inner.npos ? "" : "(" + std::string(inner.substr(0, colon)) + ", ",
                      rest(colon == inner.npos ? inner : inner.substr(colon + 1));
    const size_t end = std::min(rest.find(" for "), rest.find(" | "));
    const auto e = nova_expression("[" + head + rest.substr(0, end) + (head.empty() ? "" : ")") +
                                   (end == rest.npos ? "" : rest.substr(end)) + "]");
    if (e) return "there are no sets and dictionaries; a vector of the same is " + *e;
  }
  if (const auto e = inner.find_first_of(",;\n") == inner.npos && inner.find_first_of("+-*/<>=") != inner.npos
                         ? nova_expression(inner)
                         : std::nullopt;
      e && e->starts_with('('))
    return "a body has no braces: " + *e;
  if (const auto keys = keyword_pairs(inner); !keys.empty()) return help_with_pairs(keys);
  std::vector<Pair> pairs;
  for (const std::string_view part : parts)
    if (const auto pair = pair_of(part)) pairs.push_back(*pair);
  if (!pairs.empty() && pairs.size() == parts.size()) return help_with_pairs(pairs);
  if (inner.empty() || inner.find('\n') != inner.npos || inner.find('(') != inner.npos)
    return std::string(body);
  std::string items, tuple;
  for (const std::string_view part : parts) {
    items += (items.empty() ? "" : " ") + std::string(part);
    tuple += (tuple.empty() ? "" : ", ") + std::string(part);
  }
  return "a vector is [" + shorten(items, 40) + "], a tuple has commas: (" +
         (parts.size() > 1 ? shorten(tuple, 40) : "1, 2, 3") + ")";
}

bool take_braces(ReadState& s, Token t, Lexer& lexer) {
  const bool word = t.kind == TokenKind::Symbol || t.kind == TokenKind::BadNumeral;
  if (!word || (s.text[t.begin] != '{' && s.text[t.begin] != '}')) return false;
  const size_t end = s.text[t.begin] == '{' ? end_of_braces(s.text, t.begin) : t.end;
  const Token all{TokenKind::Nil, t.begin, static_cast<uint32_t>(end)};
  s.errors.report("E0129", s.span(all)).help(help_with_braces(s.spelling(all)));
  s.doubtful.push_back(s.span(all)); // names in it are not looked for
  add_nothing(s, all);
  s.layout.previous_end = all.end;
  lexer.move_to(all.end);
  return true;
}

} // namespace nova
