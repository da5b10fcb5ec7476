// Texts that are built into the binary for HTML pages: docs/semantics.md, which explains the rules, and the pages'
// styles and scripts.
#pragma once
#include <span>
#include <string>
#include <string_view>

namespace nova {

struct PageText {
  std::string_view name, text;
};
std::span<const PageText> page_texts(); // defined in a file that the build generates
std::string_view page_text(std::string_view name);

/// Returns the text under a rule's heading in docs/semantics.md. `rule` is the name of a typing rule if `typing` is
/// true, else of an evaluation rule. Returns "" if the rule has no heading.
std::string_view rule_story(std::string_view rule, bool typing);

} // namespace nova
