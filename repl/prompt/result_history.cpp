#include "repl/prompt/result_history.hpp"
#include "frontend/read/lexer.hpp"
#include "jit/values/value_shape.hpp"
#include <algorithm>

namespace nova {

namespace {
constexpr std::string_view names[] = {"it", "it1", "it2", "it3"};
}

/// Returns the occurrences of results' names in the text. Leaves out a name that is being defined, directly after
/// `define` or `define (`.
std::vector<Mention> mentions_of_results(std::string_view text) {
  std::vector<Mention> all;
  Lexer lexer(text);
  bool defines = false;
  for (Token t = lexer.next(); t.kind != TokenKind::End; t = lexer.next()) {
    const std::string_view word = text.substr(t.begin, t.end - t.begin);
    const auto at = std::ranges::find(names, word);
    if (at != std::end(names) && !defines) all.push_back({static_cast<size_t>(at - names), t.begin, t.end});
    defines = word == "define" || (defines && word == "(");
  }
  return all;
}

/// A value that contains a function is not kept, since the function's code is removed after the form that made the
/// value. A value of an open type is not kept, since it was made at one of the type's instances.
void Results::add(Session& session, const Outcome& o, uint64_t bytes, size_t entry) {
  ++results_;
  const bool function = plan::reaches_function(session.frontend().types, o.type);
  const bool open = o.top && !o.top->open_type.empty();
  const char* const why_not = function ? "it holds a function" : open ? "its type is open" : nullptr;
  kept_.push_front({why_not ? Outcome{} : o, why_not, bytes, entry});
  kept_.front().of.top = nullptr; // the form is removed before the result is used
  const uint64_t most = Memory::limit() / 8;
  uint64_t held = 0;
  size_t n = 0;
  while (n < kept_.size() && n < std::size(names) && (n == 0 || (held += kept_[n].bytes) <= most)) ++n;
  kept_.resize(n);
}

std::optional<std::vector<Results::Use>> Results::define_mentioned(Session& session, std::string_view text) {
  bool mentioned[std::size(names)] = {};
  for (const Mention& m : mentions_of_results(text)) mentioned[m.result] = true;
  std::vector<Use> uses;
  Frontend& f = session.frontend();
  for (size_t i = 0; i < std::size(names); ++i) {
    if (!mentioned[i] || taken_[i] || i >= results_) continue;
    const char* const why_not = i < kept_.size() ? kept_[i].why_not : nullptr;
    if (i >= kept_.size() || !kept_[i].of.value)
      return f.diagnostics.report("E0715", {}, {std::string(names[i]), why_not ? why_not : "it was large"}),
             std::nullopt;
    session.define_value(std::string(names[i]), kept_[i].of);
    uses.push_back({i, kept_[i].entry});
  }
  drop_large(mentioned);
  return uses;
}

std::vector<Results::Known> Results::known() const {
  std::vector<Known> out;
  for (size_t i = 0; i < kept_.size(); ++i)
    if (!taken_[i] && kept_[i].of.value) out.push_back({std::string(names[i]), &kept_[i].of, kept_[i].entry});
  return out;
}

/// Drops the values of large results that the next form does not mention, so that the form can use their memory.
/// `mentioned` has a flag for each result, the newest first.
void Results::drop_large(const bool* mentioned) {
  for (size_t i = 0; i < kept_.size(); ++i)
    if (!mentioned[i] && kept_[i].bytes > Memory::limit() / 8) kept_[i].of.value.reset();
}

void Results::note_definitions(Session& session, const Outcome& o) {
  for (const GlobalId g : o.top->globals) {
    const auto at = std::ranges::find(names, session.names().name_of(g));
    if (at != std::end(names)) taken_[at - names] = true;
  }
}

} // namespace nova
