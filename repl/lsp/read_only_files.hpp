// Files that an editor opens for definitions outside of the user's files: the prelude's texts, and a page that
// describes the built-ins and forms.
#pragma once
#include "repl/session/session.hpp"
#include <map>

namespace nova::lsp {

/// Writes the text to a read-only file `name` in Nova's cache folder and returns the file's path. Returns "" if that
/// fails.
std::string copy_of(const std::string& name, const std::string& text);

/// A page with a section for each built-in and form.
struct Reference {
  std::string text;
  /// For each name, the byte offset in `text` of the name in its section's heading.
  std::map<std::string, uint32_t, std::less<>> places;
};
/// Returns the reference page. Must be called in run_on_big_stack.
Reference reference_page(Session& session);

} // namespace nova::lsp
