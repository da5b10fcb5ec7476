#include "repl/cli/markdown.hpp"
#include <algorithm>
#include <cctype>

namespace nova {

/// An underscore is escaped only at the name's ends: within a word Markdown takes it literally.
std::string markdown_name(std::string_view name) {
  constexpr std::string_view marks = "\\`*[]<&~|";
  std::string out;
  for (size_t k = 0; k < name.size(); ++k) {
    const bool outer = name[k] == '_' && (k == 0 || k + 1 == name.size());
    if (outer || marks.find(name[k]) != marks.npos) out += '\\';
    out += name[k] == '\n' ? ' ' : name[k];
  }
  return out;
}

/// The fence has one more backtick than the longest run of backticks in the text.
std::string markdown_code(std::string_view text) {
  size_t most = 0, run = 0;
  for (const char c : text) run = c == '`' ? run + 1 : 0, most = std::max(most, run);
  const std::string fence(most + 1, '`'), blank = most > 0 ? " " : "";
  std::string out = fence + blank + std::string(text) + blank + fence;
  std::ranges::replace(out, '\n', ' ');
  return out;
}

namespace {

/// Whether `rest` begins with an HTML tag, comment or declaration. A URL in angle brackets is a link instead.
bool begins_tag(std::string_view rest) {
  if (rest.size() < 2 || rest[0] != '<' || rest.starts_with("<http://") || rest.starts_with("<https://"))
    return false;
  return std::isalpha(static_cast<unsigned char>(rest[1])) || rest[1] == '/' || rest[1] == '!' ||
         rest[1] == '?';
}

} // namespace

std::string without_tags(std::string_view markdown) {
  std::string out;
  bool block = false, code = false;
  for (size_t at = 0; at < markdown.size(); ++at) {
    const std::string_view rest = markdown.substr(at);
    const bool line_begins = at == 0 || markdown[at - 1] == '\n';
    if (line_begins && rest.starts_with("```"))
      block = !block, code = false;
    else if (rest[0] == '`' && !block && !(at > 0 && markdown[at - 1] == '\\'))
      code = !code;
    if (rest.starts_with("\n\n")) code = false; // inline code ends with its paragraph
    if (!block && !code && begins_tag(rest)) out += '\\';
    out += rest[0];
  }
  return out;
}

} // namespace nova
