// Files for an editor to jump to where the program has none: the prelude's texts, a page of the language's
// words.
#pragma once
#include "repl/session/session.hpp"
#include <map>

namespace nova::lsp {

/// A file of this text in Nova's cache folder, which is not to be changed: its path. "" where none can be
/// had.
std::string copy_of(const std::string& name, const std::string& text);

/// What is known of every built-in and form, and the byte that each one's section begins at.
struct Reference {
  std::string text;
  std::map<std::string, uint32_t, std::less<>> places;
};
/// On a big stack.
Reference reference_page(Session& session);

} // namespace nova::lsp
