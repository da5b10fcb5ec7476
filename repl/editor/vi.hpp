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
  void reset() { normal_ = false, replaces_ = false, drop_command(); }
  /// Handles Escape, which ends typing.
  void escape(Buffer& buffer);
  /// Handles a key of the normal mode.
  Then press(const Key& key, Buffer& buffer);
  /// In the normal mode the cursor stands on a character, and not behind the last one of a line.
  static void stay_on_character(Buffer& buffer);

 private:
  Then letter(char c, Buffer& buffer);
  bool move(char c, Buffer& buffer);
  bool change(char c, Buffer& buffer);
  void apply(size_t to, bool inclusive, Buffer& buffer);
  void whole_lines(Buffer& buffer);
  void paste(bool behind, Buffer& buffer);
  void type_at(size_t at, Buffer& buffer);
  void replace_characters(std::string_view by, Buffer& buffer);
  size_t times() const { return (count_ ? count_ : 1) * (count_before_ ? count_before_ : 1); }
  void drop_command() { operator_ = 0, count_ = 0, count_before_ = 0; }

  bool normal_ = false, replaces_ = false; ///< `replaces_`: the next letter replaces that at the cursor
  char operator_ = 0;                      ///< `d`, `c` or `y`, which waits for a motion, or 0
  size_t count_ = 0;                       ///< the number that was typed, or 0
  size_t count_before_ = 0;                ///< that before the operator: 2d3w deletes 6 words
};

} // namespace nova::editor
