#include "repl/editor/keys.hpp"
#include "frontend/source/utf8.hpp"
#include <algorithm>
#include <charconv>

namespace nova::editor {
namespace {

constexpr char escape = '\x1b';
constexpr std::string_view paste_end = "\x1b[201~";
constexpr size_t longest_sequence = 32; ///< bytes; the sequences that terminals send are shorter

Key with_modifiers(Key k, uint32_t number) {
  const uint32_t bits = number > 0 ? number - 1 : 0; // xterm: 1, plus 1 for shift, 2 for alt, 4 for ctrl
  k.shift |= bits & 1, k.alt |= (bits & 2) != 0, k.ctrl |= (bits & 4) != 0;
  return k;
}

Key::Code of_letter(char final) {
  switch (final) {
  case 'A': return Key::Up;
  case 'B': return Key::Down;
  case 'C': return Key::Right;
  case 'D': return Key::Left;
  case 'H': return Key::Home;
  case 'F': return Key::End;
  case 'M': return Key::Enter;
  case 'Z': return Key::Tab;
  default: return Key::Unknown;
  }
}

Key::Code of_number(uint32_t n) {
  switch (n) {
  case 1:
  case 7: return Key::Home;
  case 4:
  case 8: return Key::End;
  case 3: return Key::Delete;
  case 5: return Key::PageUp;
  case 6: return Key::PageDown;
  default: return Key::Unknown;
  }
}

/// Returns the key of a single control byte.
Key of_control(unsigned char c) {
  if (c == '\r' || c == '\n') return {Key::Enter};
  if (c == '\t') return {Key::Tab};
  if (c == '\b' || c == 127) return {Key::Backspace};
  if (c == 27) return {Key::Escape};
  return ctrl(static_cast<char>(c + (c >= 1 && c <= 26 ? 'a' - 1 : '@')));
}

/// The parameters of a control sequence: up to three numbers, separated by semicolons. A missing one is 0.
struct Numbers {
  uint32_t n[3] = {0, 0, 0};
  explicit Numbers(std::string_view text) {
    for (size_t i = 0; i < 3 && !text.empty(); ++i) {
      const size_t end = std::min(text.find(';'), text.size());
      std::from_chars(text.data(), text.data() + end, n[i]);
      text.remove_prefix(std::min(end + 1, text.size()));
    }
  }
};

/// Returns the key of a code point with modifiers, as `CSI number ; modifiers u` sends it.
Key of_code_point(uint32_t c, uint32_t modifiers) {
  const Key plain =
      c < 32 || c == 127 ? of_control(static_cast<unsigned char>(c)) : character(encode_utf8(c));
  return with_modifiers(plain, modifiers);
}

/// Returns how many bytes the UTF-8 character that begins with this byte should have.
size_t expected_length(unsigned char byte) {
  return byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC2 ? 2 : 1;
}

/// Whether more bytes could complete a UTF-8 character.
bool is_beginning(std::string_view bytes) {
  const bool continues = std::ranges::all_of(bytes.substr(1), [](char c) { return (c & 0xC0) == 0x80; });
  return bytes.size() < expected_length(static_cast<unsigned char>(bytes[0])) && continues;
}

/// Returns a pasted text with \n as line ends, and without control characters other than \n and tab.
std::string cleaned(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    if (c == '\r' && i + 1 < text.size() && text[i + 1] == '\n') continue;
    if (c == '\r')
      out += '\n';
    else if (c == '\n' || c == '\t' || (c >= ' ' && c != 127))
      out += text[i];
  }
  return out;
}

} // namespace

Key character(std::string_view text) {
  Key k{Key::Character};
  k.text = std::string(text);
  return k;
}

Key ctrl(char letter) {
  Key k = character({&letter, 1});
  k.ctrl = true;
  return k;
}

Key alt(char letter) {
  Key k = character({&letter, 1});
  k.alt = true;
  return k;
}

Key ctrl_alt(char letter) {
  Key k = ctrl(letter);
  k.alt = true;
  return k;
}

std::optional<std::string> take_terminal_kind(std::string& bytes) {
  constexpr std::string_view begin = "\x1b[>";
  const size_t at = bytes.find(begin), numbers = at + begin.size();
  if (at == bytes.npos) return {};
  const size_t end = bytes.find_first_not_of("0123456789;", numbers);
  if (end == bytes.npos || bytes[end] != 'c') return {};
  std::string kind = bytes.substr(numbers, end - numbers);
  bytes.erase(at, end + 1 - at);
  return kind;
}

std::optional<Key> KeyDecoder::take(size_t length, Key key) {
  bytes_.erase(0, length);
  return key;
}

std::optional<Key> KeyDecoder::next() {
  if (paste_) return next_of_paste();
  if (bytes_.empty()) return {};
  if (bytes_[0] != escape) return plain(0, false);
  if (bytes_.size() == 1) return {};
  if (bytes_[1] != escape) return escape_sequence(1, false);
  if (bytes_.size() == 2) return {};
  return bytes_[2] == '[' || bytes_[2] == 'O' ? escape_sequence(2, true) : take(1, {Key::Escape});
}

std::optional<Key> KeyDecoder::settle() {
  if (bytes_.empty() || paste_) return {};
  if (bytes_[0] == escape) return take(1, {Key::Escape});
  return take(1, character(bytes_.substr(0, 1)));
}

std::optional<Key> KeyDecoder::next_of_paste() {
  const size_t end = bytes_.find(paste_end);
  if (end == std::string::npos) { // the last bytes may be the beginning of `paste_end`
    const size_t sure = bytes_.size() - std::min(bytes_.size(), paste_end.size() - 1);
    *paste_ += bytes_.substr(0, sure);
    bytes_.erase(0, sure);
    return {};
  }
  Key k{Key::Paste};
  k.text = cleaned(*paste_ + bytes_.substr(0, end));
  paste_.reset();
  return take(end + paste_end.size(), std::move(k));
}

/// Decodes an escape sequence. `at` is the offset after the escape byte.
std::optional<Key> KeyDecoder::escape_sequence(size_t at, bool alt) {
  if (bytes_[at] == '[') return control_sequence(at + 1, alt);
  if (bytes_[at] != 'O') return plain(at, true);
  if (at + 1 == bytes_.size()) return {};
  Key k{of_letter(bytes_[at + 1])};
  k.alt = alt;
  return take(at + 2, k);
}

std::optional<Key> KeyDecoder::control_sequence(size_t at, bool alt) {
  size_t end = at;
  while (end < bytes_.size() && bytes_[end] >= ' ' && bytes_[end] < '@') ++end;
  if (end - at > longest_sequence) return take(end, {Key::Unknown});
  if (end == bytes_.size()) return {};
  const std::string parameters = bytes_.substr(at, end - at);
  const Numbers numbers(parameters);
  const char final = bytes_[end];
  if (final == '~' && numbers.n[0] == 200) {
    bytes_.erase(0, end + 1);
    paste_.emplace();
    return next_of_paste();
  }
  Key k = with_modifiers({of_letter(final)}, numbers.n[1]);
  if (final == 'Z') k.shift = true;
  if (final == '~') k = with_modifiers({of_number(numbers.n[0])}, numbers.n[1]);
  if (final == '~' && numbers.n[0] == 27) k = of_code_point(numbers.n[2], numbers.n[1]);
  if (final == 'u') k = of_code_point(numbers.n[0], numbers.n[1]);
  k.alt |= alt;
  return take(end + 1, k);
}

/// Decodes a character or a control byte at the offset `at`.
std::optional<Key> KeyDecoder::plain(size_t at, bool alt) {
  const auto byte = static_cast<unsigned char>(bytes_[at]);
  Key k;
  size_t length = 1;
  if (byte < ' ' || byte == 127) {
    k = of_control(byte);
  } else {
    const CodePoint c = decode_utf8(bytes_, at);
    if (!c.valid && is_beginning(std::string_view(bytes_).substr(at))) return {};
    length = c.length;
    k = character(bytes_.substr(at, length));
  }
  k.alt |= alt;
  return take(at + length, std::move(k));
}

} // namespace nova::editor
