#include "frontend/read/form_places.hpp"
#include "frontend/read/braces.hpp"
#include <algorithm>

namespace nova {
namespace {

/// Returns the offset behind the form whose first bracket is at `at`.
size_t form_end(std::string_view text, size_t at) {
  for (int depth = 0;;) switch (text[at]) {
    case '(':
    case '[': ++depth, ++at; break;
    case ')':
    case ']':
      ++at;
      if (--depth == 0) return at;
      break;
    case ';': at = text.find('\n', at); break;
    case '"': at = end_of_string(text, at); break;
    case '#': at += text[at + 1] == '\\' ? 3 : 1; break; // #\( is a character
    default: ++at;
    }
}

/// Returns the place of the name that the form at `at` defines as a function, if it begins as such a definition does.
std::optional<Span> function_name(std::string_view text, size_t at, FileId file) {
  constexpr std::string_view head = "(define (";
  if (!text.substr(at).starts_with(head)) return std::nullopt;
  const size_t begin = at + head.size(), end = text.find_first_of(" )", begin);
  return Span{file, static_cast<uint32_t>(begin), static_cast<uint32_t>(end), 0};
}

} // namespace

std::vector<FormPlace> form_places(std::string_view text, FileId file) {
  std::vector<FormPlace> out;
  for (size_t at = 0; (at = text.find_first_not_of(" \n", at)) != text.npos;) {
    if (text[at] == ';') {
      at = std::min(text.find('\n', at), text.size());
      continue;
    }
    const size_t end = form_end(text, at);
    out.push_back(
        {{file, static_cast<uint32_t>(at), static_cast<uint32_t>(end), 0}, function_name(text, at, file)});
    at = end;
  }
  return out;
}

} // namespace nova
