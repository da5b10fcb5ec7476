// Keys: what a terminal's bytes mean. Pure: bytes go in, keys come out; a sequence may be split over reads.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace nova::editor {

struct Key {
  enum Code : uint8_t {
    Character, ///< text: one code point, or a byte that is no UTF-8
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
    Paste, ///< text: all of it, its lines ended by \n
    Unknown
  } code = Unknown;
  bool ctrl = false, alt = false, shift = false;
  std::string text{}; ///< with ctrl: a lower-case letter or one of `_ ^ ] \ @`

  bool operator==(const Key&) const = default;
};

/// The key of a letter with ctrl, with alt, with both: for tables and tests.
Key character(std::string_view text);
Key ctrl(char letter);
Key alt(char letter);
Key ctrl_alt(char letter);

/// Takes a terminal's answer to the question of its kind (`CSI > numbers c`) out of the bytes: its numbers.
std::optional<std::string> take_terminal_kind(std::string& bytes);

class KeyDecoder {
 public:
  void feed(std::string_view bytes) { bytes_ += bytes; }
  /// The next key, if its bytes are complete.
  std::optional<Key> next();
  /// Does the beginning of a key wait for its rest? After a pause there is none: see `settle`.
  bool waiting() const { return !bytes_.empty(); }
  /// No more bytes belong to what waits: an escape is the key of that name. A paste goes on waiting.
  std::optional<Key> settle();

 private:
  std::string bytes_;
  std::optional<std::string> paste_; ///< while one is read
  std::optional<Key> take(size_t length, Key key);
  std::optional<Key> next_of_paste();
  std::optional<Key> escape_sequence(size_t at, bool alt);
  std::optional<Key> control_sequence(size_t at, bool alt);
  std::optional<Key> plain(size_t at, bool alt);
};

} // namespace nova::editor
