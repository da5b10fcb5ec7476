// Renaming a name and all its uses in a document.
#include "frontend/read/lexer.hpp"
#include "repl/lsp/queries.hpp"

namespace nova::lsp {

namespace {

constexpr std::string_view built_in = "what the language or the prelude names keeps its name";

/// Returns why a name of the document can't be renamed, or "".
std::string refusal(Facts& facts, const Name* n) {
  if (!n || n->kind == NameKind::Unknown || n->kind == NameKind::TypeVariable)
    return "only definitions, variables, types, constructors and macros can be renamed";
  if (n->definition.file == 0) return std::string(built_in);
  if (!facts.is_here(n->definition)) {
    const bool prelude = facts.frontend().sources.name(n->definition.file).starts_with("prelude/");
    return prelude ? std::string(built_in) : "`" + n->text + "` is defined in another file";
  }
  return {};
}

/// Whether a text is one name without a dot, which would be a module's or a record's.
bool is_name(const std::string& text) {
  Lexer lexer(text);
  const Token t = lexer.next(true);
  const bool whole = t.begin == 0 && t.end == text.size() && lexer.next(true).kind == TokenKind::End;
  return t.kind == TokenKind::Symbol && whole && text.find('.') == text.npos && text != ":" && text != "_";
}

/// Returns why the name can't become `to`, or "".
std::string refusal_of_new(Facts& facts, const std::string& to) {
  if (!is_name(to)) return "`" + to + "` is no name";
  const HeadFacts head = head_facts(facts.frontend(), to);
  if (!head.grammar.empty()) return "`" + to + "` is a form of the language";
  for (const Name& n : facts.names())
    if (n.text == to) return "the text has the name `" + to + "` already";
  return {};
}

} // namespace

std::optional<TextEdit> renamed_name(Facts& facts, Place at) {
  const Name* n = facts.name_at(facts.text().byte_at(at));
  if (!refusal(facts, n).empty()) return {};
  return TextEdit{facts.range(*n), n->text};
}

Renaming rename(Facts& facts, Place at, const std::string& to) {
  const Name* n = facts.name_at(facts.text().byte_at(at));
  Renaming out;
  out.refusal = refusal(facts, n);
  if (!out.refusal.empty() || n->text == to) return out;
  out.refusal = refusal_of_new(facts, to);
  // Uses in a form with an error are not known.
  if (out.refusal.empty() && facts.has_errors()) out.refusal = "first the text's errors are to be mended";
  if (!out.refusal.empty()) return out;
  for (const Name& use : facts.uses_of(*n)) out.edits.push_back({facts.range(use), to});
  return out;
}

} // namespace nova::lsp
