#include "repl/show/rules.hpp"

namespace nova {

std::string_view page_text(std::string_view name) {
  for (const PageText& t : page_texts())
    if (t.name == name) return t.text;
  return {};
}

std::string_view rule_story(std::string_view rule, bool typing) {
  const std::string_view all = page_text("semantics.md");
  const std::string heading = "\n### " + std::string(rule) + (typing ? ", typing\n" : "\n");
  const size_t at = all.find(heading);
  if (at == std::string_view::npos) return {};
  std::string_view story = all.substr(at + heading.size());
  return story.substr(0, story.find("\n##") + 1);
}

} // namespace nova
