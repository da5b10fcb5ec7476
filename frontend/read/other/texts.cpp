#include "frontend/read/other/texts.hpp"
#include "frontend/read/other/expressions.hpp"
#include <algorithm>

namespace nova {

std::string nova_character(std::string_view text) {
  if (text == " ") return "#\\space";
  return text == "\\n" ? "#\\newline" : text == "\\t" ? "#\\tab" : "#\\" + std::string(text);
}

std::string nova_text(std::string_view inner) {
  std::string text = "\"";
  for (size_t at = 0; at < inner.size(); ++at) {
    const bool escape = inner[at] == '\\' && at + 1 < inner.size();
    if (escape && inner[at + 1] == '\'') continue;
    text += inner[at] == '"' ? "\\\"" : std::string(1, inner[at]);
    if (escape) text += inner[++at];
  }
  return text + "\"";
}

std::string format_template(std::string_view text, bool fields) {
  std::string out;
  for (size_t at = 0; at < text.size(); ++at) {
    const size_t end = text[at] == '%' ? text.find_first_of("dfsgicuxeE%", at + 1) : text.npos;
    if (end == text.npos) {
      out += text[at];
      if (fields && (text[at] == '{' || text[at] == '}')) out += text[at];
      continue;
    }
    std::string flags(text.substr(at + 1, end - at - 1));
    std::erase_if(flags, [](char c) { return c == 'l' || c == 'z' || c == 'h'; });
    if (flags.starts_with('-')) flags[0] = '<';
    const char type = text[end] == 'i' || text[end] == 'u' ? 'd' : text[end] == 'E' ? 'e' : text[end];
    const bool plain = flags.empty() && type != 'x' && type != 'e';
    const std::string spec = flags + (type == 's' || type == 'c' ? "" : std::string(1, type));
    out += type == '%' ? "%" : plain ? "{}" : "{:" + spec + "}";
    at = end;
  }
  return out;
}

bool has_plain_fields(std::string_view text) {
  for (size_t at = text.find('{'); at != text.npos; at = text.find('{', at + 2))
    if (at + 1 == text.size() || std::string_view("{}:").find(text[at + 1]) == text.npos) return false;
  return true;
}

std::optional<std::string> format_by_number(std::string_view text, std::span<const std::string> arguments) {
  std::string pattern, values;
  for (size_t at = 0; at < text.size(); ++at) {
    pattern += text[at];
    if (text[at] != '{') continue;
    const size_t number =
        at + 1 < text.size() && is_digit(text[at + 1]) ? static_cast<size_t>(text[at + 1] - '0') : 10;
    if (number >= arguments.size() || at + 2 >= text.size() || (text[at + 2] != '}' && text[at + 2] != ':'))
      return {};
    values += " " + arguments[number], ++at;
  }
  return "(format " + pattern + values + ")";
}

std::string without_underscores(std::string_view numeral) {
  std::string digits(numeral);
  std::erase(digits, '_');
  return digits;
}

/// Returns a call of `format` with a pattern that stood between these quotes.
static std::string format_call(char quote, const std::string& pattern, const std::string& values) {
  return "(format " + (quote == '"' ? '"' + pattern + '"' : nova_text(pattern)) + values + ")";
}

std::string text_with_dollars(std::string_view text) {
  const auto in_name = [](char c) { return is_letter(c) || is_digit(c); };
  std::string pattern, values;
  for (size_t at = 1; at + 1 < text.size(); ++at) {
    size_t end = at + 1;
    if (const size_t close = text.find(')', at); text.substr(at).starts_with("$(") && close != text.npos)
      if (const auto value = nova_expression(text.substr(at + 2, close - at - 2))) { // $(x + 1) of Julia
        values += " " + *value, pattern += "{}", at = close;
        continue;
      }
    while (text[at] == '$' && end + 1 < text.size() && in_name(text[end])) ++end;
    if (end == at + 1 || is_digit(text[at + 1])) {
      pattern += text[at];
      continue;
    }
    values += " " + std::string(text.substr(at + 1, end - at - 1)), pattern += "{}", at = end - 1;
  }
  return format_call(text[0], pattern, values);
}

std::optional<std::string> text_with_braces(std::string_view text) {
  std::string pattern, values;
  for (size_t at = 1; at + 1 < text.size(); ++at) {
    pattern += text[at];
    if ((text[at] == '{' || text[at] == '}') && text[at + 1] == text[at]) {
      pattern += text[at++];
      continue;
    }
    const size_t end = text[at] == '{' ? text.find('}', at) : text.npos;
    if (end == text.npos) continue;
    const size_t colon = std::min(text.find(':', at), end);
    std::string_view field = text.substr(at + 1, colon - at - 1);
    const bool named = field.ends_with('='); // {x=}
    if (named) pattern.insert(pattern.size() - 1, field), field.remove_suffix(1);
    const bool shown = field.ends_with("!r"); // {x!r}, {x!s}
    if (shown || field.ends_with("!s")) field.remove_suffix(2);
    std::optional<std::string> value = nova_expression(field);
    if (!value || text.substr(colon, end - colon).find('{') != text.npos) return {};
    if (shown) value = "(show " + *value + ")";
    pattern += std::string(text.substr(colon, end - colon)) + "}", values += " " + *value, at = end;
  }
  return format_call(text[0], pattern, values);
}

std::string nova_numeral(std::string_view text) {
  constexpr std::string_view suffixes[] = {"L", "b", "bf", "e", "f", "fi", "h", "i", "im", "j"};
  const size_t end = std::min(text.find_first_not_of("0123456789."), text.size());
  const std::string_view name = text.substr(end);
  const bool product = !name.empty() && is_letter(name[0]) && std::ranges::none_of(name, is_digit) &&
                       text.substr(0, end) != "0" && std::ranges::find(suffixes, name) == std::end(suffixes);
  return product ? "(* " + std::string(text.substr(0, end)) + " " + std::string(name) + ")"
                 : without_underscores(text);
}

std::optional<std::string> nova_quoted(std::string_view text) {
  if (text[0] == '`') { // of JavaScript
    std::string own(text);
    for (size_t at = own.find("${"); at != own.npos; at = own.find("${", at)) own.erase(at, 1);
    own.front() = own.back() = '"';
    return own.find('{') == own.npos ? own : text_with_braces(own);
  }
  const std::string_view inner = text.substr(1, text.size() - 2);
  if (const size_t at = inner.find('$');
      at + 1 < inner.size() && at != inner.npos && (is_letter(inner[at + 1]) || inner[at + 1] == '('))
    return text_with_dollars(text);
  if (text[0] == '"') return std::string(text);
  return inner.size() == 1 ? nova_character(inner) : nova_text(inner);
}

} // namespace nova
