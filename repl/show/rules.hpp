// The rules as docs/semantics.md tells them, built into the binary, and the other texts of a derivation's
// page.
#pragma once
#include <span>
#include <string>
#include <string_view>

namespace nova {

struct PageText {
  std::string_view name, text;
};
std::span<const PageText> page_texts(); // made from the files
std::string_view page_text(std::string_view name);

/// What stands under the rule's heading there; empty where it has none.
std::string_view rule_story(std::string_view rule, bool typing);

} // namespace nova
