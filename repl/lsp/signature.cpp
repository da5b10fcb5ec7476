// Signature help: the type of the function around the cursor, also while its call is not closed yet.
#include "frontend/infer/check.hpp"
#include "frontend/source/big_stack.hpp"
#include "repl/complete/call_around.hpp"
#include "repl/lsp/queries.hpp"
#include <algorithm>

namespace nova::lsp {

namespace {

/// Returns "name : type" of a variable, a definition or a built-in, or how a form is written. Returns "" for others.
std::string label_of(Facts& facts, const Token& function, const std::string& name) {
  const Name* n = facts.name_at(function.begin);
  if (n && n->kind == NameKind::Variable) {
    const auto& variables = facts.frontend().program.variables;
    for (const auto& [v, type] : facts.variable_types())
      if (variables[v].span == n->definition) return name + " : " + facts.print(type);
    return {};
  }
  return usage_of(facts.frontend(), name);
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
