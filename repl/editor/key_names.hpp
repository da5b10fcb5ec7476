// Names of keys, as <C-x>, <M-f>, <Up> and <Enter>, and the keys that a user gives a meaning.
#pragma once
#include "repl/editor/keys.hpp"
#include <vector>

namespace nova::editor {

/// Returns the keys of a text in which names of keys stand in <>; other characters are the keys that type them, and
/// <LT> is that of `<`. Returns nothing if a name is unknown.
std::optional<std::vector<Key>> keys_of(std::string_view text);

/// Returns the key of a name, as `<C-x>` or `<Up>`; nothing for other texts and for keys that type a character.
std::optional<Key> special_key(std::string_view name);

/// A key that a user has given a meaning: the text of a command, or the keys that are pressed instead of it.
struct OwnKey {
  std::string name, meaning; ///< as they are written
  Key key;
  std::vector<Key> keys{}; ///< empty for a command
  bool is_command() const { return keys.empty(); }
};

/// Makes a user's key of its name and its meaning, `:command` or keys. Returns nothing if one of them is wrong.
std::optional<OwnKey> own_key(std::string_view name, std::string_view meaning);

/// What the keys of the editor mean.
struct KeySettings {
  bool vi = false; ///< whether they are those of vi; else they are those of Emacs
  std::vector<OwnKey> own{};

  const OwnKey* find(const Key& key) const;
};

} // namespace nova::editor
