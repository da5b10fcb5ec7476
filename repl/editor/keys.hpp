// Decodes the bytes of a terminal to keys. It does no input or output. The bytes of a key may be split over several
// reads.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace nova::editor {

struct Key {
  enum Code : uint8_t {
    Character, ///< `text` is one code point, or a byte that is not valid UTF-8
    Enter,
    Tab,
    Backspace,
    Delete,
    Escape,
    Up,
    Down,
    Left,
    Right,
    Home,
    End,
    PageUp,
    PageDown,
    Paste, ///< `text` is all that was pasted, with \n as line ends
    Unknown
  } code = Unknown;
  bool ctrl = false, alt = false, shift = false;
  std::string text{}; ///< with ctrl: a lower-case letter or one of `_ ^ ] \ @`

  bool operator==(const Key&) const = default;
};

/// These four return the key of a character, and the keys of a letter with ctrl, with alt, and with both.
Key character(std::string_view text);
Key ctrl(char letter);
Key alt(char letter);
Key ctrl_alt(char letter);

/// Removes from `bytes` a terminal's report of its kind (`CSI > numbers c`), and returns the report's numbers.
/// Returns nothing if there is no complete report.
std::optional<std::string> take_terminal_kind(std::string& bytes);

class KeyDecoder {
 public:
  void feed(std::string_view bytes) { bytes_ += bytes; }
  /// Returns the next key, or nothing if its bytes are not complete.
  std::optional<Key> next();
  /// Whether there are bytes that may be the beginning of a key. If the rest does not come soon, call `settle`.
  bool waiting() const { return !bytes_.empty(); }
  /// Takes the first waiting byte as a key of its own, because no more bytes come. An escape byte is then the Escape
  /// key. Returns nothing if no byte waits, or while a paste is read.
  std::optional<Key> settle();

 private:
  std::string bytes_;
  std::optional<std::string> paste_; ///< while a paste is read: its text so far
  std::optional<Key> take(size_t length, Key key);
  std::optional<Key> next_of_paste();
  std::optional<Key> escape_sequence(size_t at, bool alt);
  std::optional<Key> control_sequence(size_t at, bool alt);
  std::optional<Key> plain(size_t at, bool alt);
};

} // namespace nova::editor
