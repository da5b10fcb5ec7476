#include "repl/editor/vi.hpp"
#include "repl/editor/outline.hpp"
#include <algorithm>
#include <cctype>
#include <utility>

namespace nova::editor {
namespace {

/// The kinds of characters by which words end: blanks, letters and the like, other signs.
enum class Kind : uint8_t { Blank, Letter, Sign };

Kind kind_at(std::string_view text, size_t at) {
  const auto c = static_cast<unsigned char>(text[at]);
  if (c == ' ' || c == '\n' || c == '\t') return Kind::Blank;
  return std::isalnum(c) || c == '_' || c >= 0x80 ? Kind::Letter : Kind::Sign;
}

/// Returns where the next word begins.
size_t word_after(std::string_view text, size_t at) {
  const size_t begin = at;
  while (at < text.size() && kind_at(text, at) != Kind::Blank && kind_at(text, at) == kind_at(text, begin))
    ++at;
  while (at < text.size() && kind_at(text, at) == Kind::Blank) ++at;
  return at;
}

/// Returns the last byte of a word: of the next word, or with `here` of that at the cursor.
size_t end_of_word(std::string_view text, size_t at, bool here) {
  if (!here && at < text.size()) ++at;
  while (at < text.size() && kind_at(text, at) == Kind::Blank) ++at;
  while (at + 1 < text.size() && kind_at(text, at + 1) == kind_at(text, at)) ++at;
  at = std::min(at, text.empty() ? 0 : text.size() - 1);
  return at;
}

size_t word_before(std::string_view text, size_t at) {
  while (at > 0 && kind_at(text, at - 1) == Kind::Blank) --at;
  while (at > 1 && kind_at(text, at - 2) == kind_at(text, at - 1)) --at;
  return at > 0 ? at - 1 : 0;
}

/// Returns where the character begins that has the byte `at`.
size_t begin_of_character(std::string_view text, size_t at) {
  return at >= text.size() ? text.size() : previous_character(text, next_character(text, at));
}

size_t first_in_line(std::string_view text, size_t at) {
  const size_t begin = line_begin(text, at), end = line_end(text, at);
  return std::min(text.find_first_not_of(' ', begin), end);
}

} // namespace

void Vi::stay_on_character(Buffer& buffer) {
  const size_t at = buffer.cursor(), begin = line_begin(buffer.text(), at);
  if (at > begin && at == line_end(buffer.text(), at)) buffer.move(previous_character(buffer.text(), at));
}

void Vi::escape(Buffer& buffer) {
  if (normal_) return reset(), void(normal_ = true);
  normal_ = true, drop_command();
  const size_t at = buffer.cursor();
  if (at > line_begin(buffer.text(), at)) buffer.move(previous_character(buffer.text(), at));
}

void Vi::type_at(size_t at, Buffer& buffer) {
  buffer.move(at);
  reset();
}

/// Does what the operator that waits does with the text from the cursor to `to`, or moves there if there is none.
void Vi::apply(size_t to, bool inclusive, Buffer& buffer) {
  const char what = operator_;
  drop_command();
  to = begin_of_character(buffer.text(), to);
  if (!what) return buffer.move(to), stay_on_character(buffer);
  if (inclusive) to = next_character(buffer.text(), to);
  const size_t from = std::min(buffer.cursor(), to), end = std::max(buffer.cursor(), to);
  buffer.settle();
  if (what == 'y') return buffer.copy(from, end), buffer.move(from);
  buffer.cut(from, end);
  what == 'c' ? type_at(from, buffer) : stay_on_character(buffer);
}

/// Does what the operator does with as many lines as the number says.
void Vi::whole_lines(Buffer& buffer) {
  const std::string& text = buffer.text();
  const char what = operator_;
  size_t begin = line_begin(text, buffer.cursor()), end = line_end(text, begin);
  for (size_t k = 1; k < times() && end < text.size(); ++k) end = line_end(text, end + 1);
  drop_command();
  buffer.settle();
  if (what == 'c') {
    begin = first_in_line(text, begin);
    buffer.move(begin), buffer.cut(begin, end);
    return type_at(begin, buffer);
  }
  if (what == 'y') return buffer.copy(begin, std::min(end + 1, text.size()));
  if (end < text.size())
    ++end;
  else if (begin > 0)
    --begin; // the last line goes with the newline before it
  buffer.move(begin), buffer.cut(begin, end);
  buffer.move(first_in_line(buffer.text(), std::min(begin, buffer.text().size())));
  stay_on_character(buffer);
}

/// Handles a motion. Returns false for other letters.
bool Vi::move(char c, Buffer& buffer) {
  const std::string& text = buffer.text();
  size_t to = buffer.cursor();
  const bool changes_word =
      operator_ == 'c' && c == 'w' && to < text.size() && kind_at(text, to) != Kind::Blank;
  if (changes_word) c = 'e'; // cw leaves the blanks behind the word
  for (size_t k = 0, from = 0; k < times() && (k < 2 || to != from); ++k) {
    from = to;
    switch (c) {
    case 'h': to = std::max(previous_character(text, to), line_begin(text, buffer.cursor())); break;
    case 'l':
    case ' ': to = std::min(next_character(text, to), line_end(text, buffer.cursor())); break;
    case 'w': to = word_after(text, to); break;
    case 'e': to = end_of_word(text, to, changes_word && k == 0); break;
    case 'b': to = word_before(text, to); break;
    case '0': to = line_begin(text, to); break;
    case '^': to = first_in_line(text, to); break;
    case '$': to = line_end(text, to); break;
    case 'G': to = text.size(); break;
    case ')': to = next_form(text, to); break;
    case '(': to = previous_form(text, to); break;
    default: return false;
    }
  }
  if (c == 'w' && operator_) to = std::min(to, std::max(line_end(text, buffer.cursor()), buffer.cursor()));
  apply(to, c == 'e', buffer);
  return true;
}

/// Inserts the last cut, behind the cursor or before it; cut lines below the cursor's line or above it.
void Vi::paste(bool behind, Buffer& buffer) {
  const std::string& text = buffer.text();
  const std::string cut(buffer.last_cut());
  const size_t at = buffer.cursor(), end = line_end(text, at);
  count_ = 0;
  if (cut.empty()) return;
  if (!cut.ends_with('\n')) {
    if (behind) buffer.move(std::min(next_character(text, at), end));
    return buffer.yank(), buffer.move(previous_character(text, buffer.cursor()));
  }
  const size_t to = behind ? std::min(end + 1, text.size()) : line_begin(text, at);
  buffer.move(to);
  const bool last = behind && end == text.size(); // there is no line below, and no newline
  last ? buffer.insert("\n" + cut.substr(0, cut.size() - 1)) : buffer.insert(cut);
  buffer.move(first_in_line(buffer.text(), to + last));
  stay_on_character(buffer);
}

/// Replaces as many characters as the number says, which the line must have.
void Vi::replace_characters(std::string_view by, Buffer& buffer) {
  const std::string& text = buffer.text();
  const size_t at = buffer.cursor(), last = line_end(text, at), count = times();
  drop_command();
  size_t end = at, replaced = 0;
  for (; replaced < count && end < last; ++replaced) end = next_character(text, end);
  if (replaced < count) return;
  std::string changed = text.substr(0, at);
  for (size_t k = 0; k < count; ++k) changed += by;
  const size_t cursor = changed.size() - by.size();
  buffer.replace(changed + text.substr(end), cursor);
}

/// Handles a letter that changes the text, or begins to type. Returns false for other letters.
bool Vi::change(char c, Buffer& buffer) {
  const std::string& text = buffer.text();
  const size_t at = buffer.cursor(), end = line_end(text, at);
  const auto as = [&](char what, char motion) { operator_ = what, move(motion, buffer); };
  switch (c) {
  case 'x': as('d', 'l'); break;
  case 'X': as('d', 'h'); break;
  case 'D': as('d', '$'); break;
  case 'C': as('c', '$'); break;
  case 's': as('c', 'l'); break;
  case 'S': operator_ = 'c', whole_lines(buffer); break;
  case 'Y': operator_ = 'y', whole_lines(buffer); break;
  case 'i': type_at(at, buffer); break;
  case 'I': type_at(first_in_line(text, at), buffer); break;
  case 'a': type_at(std::min(next_character(text, at), end), buffer); break;
  case 'A': type_at(end, buffer); break;
  case 'r': replaces_ = true; break;
  case 'u': buffer.undo(), stay_on_character(buffer), count_ = 0; break;
  case 'p':
  case 'P': paste(c == 'p', buffer); break;
  default: return false;
  }
  return true;
}

Vi::Then Vi::letter(char c, Buffer& buffer) {
  if (std::isdigit(static_cast<unsigned char>(c)) && (c != '0' || count_)) {
    constexpr size_t most = 9999;
    count_ = std::min(count_ * 10 + static_cast<size_t>(c - '0'), most);
    return Then::Nothing;
  }
  if (operator_ && c == operator_) return whole_lines(buffer), Then::Nothing;
  if (move(c, buffer)) return Then::Nothing;
  if (operator_) return drop_command(), Then::Nothing; // an operator without a motion
  if (c == 'd' || c == 'c' || c == 'y')
    return operator_ = c, count_before_ = std::exchange(count_, 0), Then::Nothing;
  if (change(c, buffer)) return Then::Nothing;
  count_ = 0;
  switch (c) {
  case 'j': return Then::Down;
  case 'k': return Then::Up;
  case '/': return Then::Search;
  case 'n': return Then::Older;
  case 'N': return Then::Newer;
  case 'o': return type_at(line_end(buffer.text(), buffer.cursor()), buffer), Then::Open;
  default: return Then::Nothing;
  }
}

Vi::Then Vi::press(const Key& key, Buffer& buffer) {
  if (std::exchange(replaces_, false) && key.code == Key::Character && !key.ctrl && !key.alt)
    return replace_characters(key.text, buffer), Then::Nothing;
  if (key.code == Key::Character && key.ctrl && !key.alt && key.text == "r")
    return drop_command(), buffer.redo(), stay_on_character(buffer), Then::Nothing;
  if (key.code == Key::Backspace) return letter('h', buffer);
  const bool plain = key.code != Key::Character || key.ctrl || key.alt;
  if (!plain) return letter(key.text[0], buffer);
  drop_command();
  return Then::Plain;
}

} // namespace nova::editor
