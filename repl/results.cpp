#include "repl/results.hpp"
#include "frontend/lexer.hpp"
#include "jit/value_shape.hpp"
#include <algorithm>

namespace nova {

/// A function's text is gone when a later form would use it.
void Results::add(Session& session, const Outcome& o, uint64_t bytes, size_t entry) {
  ++results_;
  const bool function = plan::reaches_function(session.frontend().types, o.type);
  kept_.push_front({function ? Outcome{} : o, function, bytes, entry});
  kept_.front().of.top = nullptr; // it is gone by then
  const uint64_t most = Memory::limit() / 8;
  uint64_t held = 0;
  size_t n = 0;
  while (n < kept_.size() && n < std::size(names_) && (n == 0 || (held += kept_[n].bytes) <= most)) ++n;
  kept_.resize(n);
}

std::optional<std::vector<Results::Use>> Results::define_mentioned(Session& session, std::string_view text) {
  bool mentioned[std::size(names_)] = {};
  Lexer lexer(text);
  bool defines = false; // directly after `define`, with or without a bracket
  for (Token t = lexer.next(); t.kind != TokenKind::End; t = lexer.next()) {
    const std::string_view word = text.substr(t.begin, t.end - t.begin);
    const auto at = std::ranges::find(names_, word);
    if (at != std::end(names_) && !defines) mentioned[at - names_] = true;
    defines = word == "define" || (defines && word == "(");
  }
  std::vector<Use> uses;
  Frontend& f = session.frontend();
  for (size_t i = 0; i < std::size(names_); ++i) {
    if (!mentioned[i] || taken_[i] || i >= results_) continue;
    const bool function = i < kept_.size() && kept_[i].function;
    if (i >= kept_.size() || !kept_[i].of.value)
      return f.diagnostics.report(
                 "E0715", {}, {std::string(names_[i]), function ? "it holds a function" : "it was large"}),
             std::nullopt;
    session.define_value(std::string(names_[i]), kept_[i].of);
    uses.push_back({std::string(names_[i]), kept_[i].entry});
  }
  drop_large(mentioned);
  return uses;
}

std::vector<Results::Known> Results::known() const {
  std::vector<Known> out;
  for (size_t i = 0; i < kept_.size(); ++i)
    if (!taken_[i] && kept_[i].of.value)
      out.push_back({std::string(names_[i]), &kept_[i].of, kept_[i].entry});
  return out;
}

/// What a form does not ask for must not take its memory.
void Results::drop_large(const bool* mentioned) {
  for (size_t i = 0; i < kept_.size(); ++i)
    if (!mentioned[i] && kept_[i].bytes > Memory::limit() / 8) kept_[i].of.value.reset();
}

namespace {

/// As a saved session has it, (define it result-3): what was the last result there.
bool is_saved_result(Session& session, GlobalId g) {
  const Core* value = session.frontend().core.globals[static_cast<uint32_t>(g)].value;
  return value && value->kind == CoreKind::Global && session.name_of(value->global).starts_with(saved_result);
}

} // namespace

void Results::note_definitions(Session& session, const Outcome& o) {
  for (const GlobalId g : o.top->globals) {
    const auto at = std::ranges::find(names_, session.name_of(g));
    if (at != std::end(names_) && !is_saved_result(session, g)) taken_[at - names_] = true;
  }
}

} // namespace nova
