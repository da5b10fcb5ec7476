// Signature help: the type of the function around the cursor, also while its call is not closed yet.
#include "frontend/infer/check.hpp"
#include "frontend/source/big_stack.hpp"
#include "repl/complete/complete.hpp"
#include "repl/help/documentation.hpp"
#include "repl/lsp/queries.hpp"
#include <algorithm>

namespace nova::lsp {

namespace {

/// A call around a byte: its function's token, and how many arguments end before the byte.
struct OpenCall {
  Token function;
  uint32_t complete = 0;
};

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

std::optional<OpenCall> call_around(std::string_view text, size_t byte) {
  const editor::Outline o(text);
  for (uint32_t open = o.open_at(byte); open != editor::no_token; open = o.inside[open])
    if (const auto call = call_in(o, text, open, byte)) return call;
  return {};
}

/// Returns the ranges of a function's argument types in the text of its type, which begins at `from`.
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

/// Returns "name : type" of a variable, a definition or a built-in, or how a form is written. Returns "" for others.
std::string label_of(Facts& facts, const Token& function, const std::string& name) {
  const Name* n = facts.name_at(function.begin);
  if (n && n->kind == NameKind::Variable) {
    const auto& variables = facts.frontend().program.variables;
    for (const auto& [v, type] : facts.variable_types())
      if (variables[v].span == n->definition) return name + " : " + facts.print(type);
    return {};
  }
  const std::string told = documentation_of(facts.frontend(), name).value_or("");
  const std::string line = told.substr(0, told.find('\n'));
  const size_t form = line.find(": (");
  return line.find(", a core form") != line.npos && form != line.npos ? line.substr(form + 2) : line;
}

/// Returns the comment of a documentation in Markdown, without its first line, which is code.
std::string comment_of(const std::string& markdown) {
  const size_t end = markdown.find("```\n", 3);
  return end == markdown.npos ? "" : markdown.substr(end + 4);
}

} // namespace

std::optional<Signature> signature_at(Facts& facts, Place at) {
  const auto call = call_around(facts.text().all(), facts.text().byte_at(at));
  if (!call) return {};
  const std::string name =
      facts.text().all().substr(call->function.begin, call->function.end - call->function.begin);
  Signature s;
  run_on_big_stack([&] {
    s.label = label_of(facts, call->function, name);
    s.documentation = comment_of(facts.about_name(name));
  });
  if (s.label.empty()) return {};
  s.active = call->complete;
  if (s.label.starts_with(name + " : ")) s.parameters = argument_types(s.label, name.size() + 3);
  return s;
}

} // namespace nova::lsp
