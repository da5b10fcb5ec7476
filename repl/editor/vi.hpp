// The keys of vi: a mode in which letters are typed, and one in which they move the cursor and change the text.
#pragma once
#include "repl/editor/buffer.hpp"
#include "repl/editor/keys.hpp"
#include <optional>

namespace nova::editor {

class Vi {
 public:
  /// What the editor has to do after a key of the normal mode.
  enum class Then : uint8_t {
    Nothing,
    Plain,  ///< the key means what it means without vi's keys
    Up,     ///< to the line above, or an earlier input
    Down,   ///< to the line below, or a later input
    Search, ///< ask for a text, and search the history for it
    Older,  ///< search the history for the same text, further back
    Newer,
    Open ///< a new line at the cursor, in which letters are typed
  };

  bool normal() const { return normal_; }
  /// Goes back to typing, for a new input.
  void reset() { normal_ = false, count_ = 0, operator_ = 0, replaces_ = false; }
  /// Handles Escape, which ends typing.
  void escape(Buffer& buffer);
  /// Handles a key of the normal mode.
  Then press(const Key& key, Buffer& buffer);

 private:
  Then letter(char c, Buffer& buffer);
  bool move(char c, Buffer& buffer);
  bool change(char c, Buffer& buffer);
  void apply(size_t to, bool inclusive, Buffer& buffer);
  void whole_lines(Buffer& buffer);
  void paste(bool behind, Buffer& buffer);
  void type_at(size_t at, Buffer& buffer);
  void stay_on_character(Buffer& buffer);
  size_t times() const { return count_ ? count_ : 1; }

  bool normal_ = false, replaces_ = false; ///< `replaces_`: the next letter replaces that at the cursor
  char operator_ = 0;                      ///< `d`, `c` or `y`, which waits for a motion, or 0
  size_t count_ = 0;                       ///< the number that was typed, or 0
};

} // namespace nova::editor
