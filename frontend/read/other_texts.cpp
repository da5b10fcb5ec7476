#include "frontend/read/other_texts.hpp"
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

} // namespace nova
