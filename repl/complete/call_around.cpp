#include "repl/complete/call_around.hpp"
#include "frontend/infer/check.hpp"
#include "repl/help/documentation.hpp"
#include <algorithm>

namespace nova {

namespace {

/// Whether a token continues the datum before it: v!0, p.1.
bool joins_previous(TokenKind kind) {
  return kind == TokenKind::Index || kind == TokenKind::Project || kind == TokenKind::Field;
}

/// Returns the call whose bracket is the token `open`; nothing if that is no call of a name, or a tuple.
std::optional<OpenCall> call_in(const editor::Outline& o, std::string_view text, uint32_t open, size_t byte) {
  if (text[o.tokens[open].begin] != '(' || open + 1 >= o.tokens.size()) return {};
  OpenCall call{o.tokens[open + 1], 0};
  if (call.function.kind != TokenKind::Symbol || call.function.end >= byte) return {};
  std::vector<uint32_t> ends; // of the arguments; of one whose bracket is open, no byte
  for (size_t k = open + 2; k < o.tokens.size() && o.tokens[k].begin < byte; ++k) {
    const Token& t = o.tokens[k];
    if (o.inside[k] != open || t.kind == TokenKind::Close) continue;
    if (t.kind == TokenKind::Comma) return {};
    const bool joined = joins_previous(t.kind) || o.tokens[k - 1].kind == TokenKind::Index;
    if (!joined || ends.empty()) ends.push_back(0);
    const uint32_t close = t.kind == TokenKind::Open ? o.partner[k] : static_cast<uint32_t>(k);
    ends.back() = close == editor::no_token ? UINT32_MAX : o.tokens[close].end;
  }
  call.complete =
      static_cast<uint32_t>(std::ranges::count_if(ends, [&](uint32_t end) { return end < byte; }));
  return call;
}

} // namespace

std::optional<OpenCall> call_around(std::string_view text, size_t byte) {
  const editor::Outline o(text);
  for (uint32_t open = o.open_at(byte); open != editor::no_token; open = o.inside[open])
    if (const auto call = call_in(o, text, open, byte)) return call;
  return {};
}

std::vector<std::pair<uint32_t, uint32_t>> argument_types(std::string_view label, size_t from) {
  std::vector<std::pair<uint32_t, uint32_t>> out;
  if (const size_t classes = label.find("=> ", from); classes != label.npos) from = classes + 3;
  int depth = 0;
  for (size_t k = from; k < label.size(); ++k) {
    if (label[k] == '(' || label[k] == '[') ++depth;
    if (label[k] == ')' || label[k] == ']') --depth;
    if (depth > 0 || label.compare(k, 4, " -> ") != 0) continue;
    out.emplace_back(static_cast<uint32_t>(from), static_cast<uint32_t>(k));
    from = k + 4;
  }
  return out;
}

std::string usage_of(Frontend& f, const std::string& name) {
  const std::string told = documentation_of(f, name).value_or("");
  const std::string line = told.substr(0, told.find('\n'));
  const size_t form = line.find(": (");
  if (line.starts_with(name + " : ")) return line;
  return form == line.npos ? "" : line.substr(form + 2);
}

/// Returns the text with dots in place of its end, if it has more than `most` bytes.
static std::string cut_to(const std::string& text, size_t most) {
  constexpr std::string_view dots = " ...";
  if (text.size() <= most || most < dots.size()) return text;
  size_t end = most - dots.size();
  while (end > 0 && (text[end] & 0xC0) == 0x80) --end; // within a character
  return text.substr(0, end) + std::string(dots);
}

std::string argument_help(NamesInSight& names, std::string_view text, size_t cursor, size_t columns) {
  const auto call = call_around(text, cursor);
  if (!call) return {};
  const std::string name(text.substr(call->function.begin, call->function.end - call->function.begin));
  const std::string line = usage_of(names.session().frontend(), name);
  if (!line.starts_with(name + " : ")) return line;
  const auto types = argument_types(line, name.size() + 3);
  if (call->complete >= types.size()) return line;
  const auto [begin, end] = types[call->complete];
  const std::string current =
      "   (argument " + std::to_string(call->complete + 1) + ": " + line.substr(begin, end - begin) + ")";
  constexpr size_t margins = 4; // the screen leaves two columns free on either side
  const size_t room = columns - std::min(columns, current.size() + margins);
  constexpr size_t telling = 10; // of the type's text: less of it says nothing
  return (room < name.size() + telling ? name : cut_to(line, room)) + current;
}

} // namespace nova
