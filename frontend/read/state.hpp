// The reader's state: the text, the open brackets, and the data read so far. The functions that read take the state
// as an argument. They are declared by topic: atoms.hpp, malformed.hpp, nesting.hpp, layout.hpp, damage.hpp.
//
// All data that are not yet part of a closed bracket lie on one stack of items. Each open bracket has a frame with
// the index at which its own items begin. So a million open brackets take a million frames on the heap, and no call
// stack.
#pragma once
#include "frontend/read/lexer.hpp"
#include "frontend/read/reader.hpp"
#include "frontend/source/utf8.hpp"
#include <limits>

namespace nova {

/// The value of an offset in the text if there is no such offset.
inline constexpr uint32_t nowhere = std::numeric_limits<uint32_t>::max();

/// An open bracket. Positions in the text are offsets in bytes. `start`, `branch`, `group` and `commented` are
/// indices into the stack of items:
///
///   [a b, c | d, e     start = a, branch = d, group = e
struct ReadFrame {
  uint32_t open = 0, column = 0; ///< offset of the bracket, and its column in bytes from its line's start
  uint32_t start = 0;            ///< index of the first item in the bracket
  uint32_t branch = 0;           ///< index of the first item since the last |
  uint32_t group = 0;            ///< index of the first item since the last , or |
  uint32_t separator = nowhere;  ///< offset of the last , or |, or nowhere
  uint32_t range = nowhere;      ///< offset of its .. or ..<, or nowhere
  uint32_t comments = 0;         ///< how many `#;` have no datum to drop yet
  uint32_t commented = 0;        ///< index that the next datum to be dropped by a `#;` will have
  char bracket = 0;              ///< ( or [; 0 for the file itself
  bool commas = false, bars = false;
  bool index = false;  ///< whether a ! has been read, but not yet its index
  bool faulty = false; ///< whether missing data in the bracket stay unreported from now on
};

/// A bracket at offset `open` that should have been closed before the token at `at`, judged by the indentation of
/// that token. If a closing bracket is missing in the text, it is likely the one of this bracket.
struct Suspect {
  uint32_t open = nowhere;
  Span at{};
};

/// Where the current token's line and the token before it lie, for comparisons of indentation.
struct LineLayout {
  uint32_t line_start = 0, previous_end = 0; ///< offsets: the current line's start; the previous token's end
  bool first_on_line = false;                ///< whether the current token is the first on its line
  Suspect suspect;
};

/// A text that is being read.
struct ReadState {
  const std::string_view text;
  const FileId file;
  Symbols& symbols;
  DatumArena& arena;
  const ReadLimits limits;
  /// Whether this is the second reading, after the first one found a bracket that is never closed. Then a definition
  /// in the column of an open form ends that form.
  const bool recovering;
  Diagnostics errors = {};
  std::vector<ReadFrame> frames = {};
  std::vector<const Datum*> items = {};
  size_t open_parens = 0, open_squares = 0;
  uint32_t comment = 0, index = 0; ///< offsets of the last `#;` and of the last `!`
  LineLayout layout = {};
  bool stopped = false;            ///< whether reading has ended before the end of the text
  bool left_open = false;          ///< whether a bracket was still open at the end of the text
  std::vector<Span> doubtful = {}; ///< text with uncertain nesting, in addition to the spans of errors
  uint32_t forgiven = 0;           ///< how many more surplus closing brackets to ignore, after mismatches

  ReadState(std::string_view whole, FileId of, Symbols& names, DatumArena& data, ReadLimits most,
            bool recover)
      : text(whole), file(of), symbols(names), arena(data), limits(most), recovering(recover) {}

  ReadFrame& top() { return frames.back(); }
  uint32_t depth() const { return static_cast<uint32_t>(frames.size() - 1); }
  uint32_t height() const { return static_cast<uint32_t>(items.size()); }
  size_t& open_brackets(char bracket) { return bracket == '(' ? open_parens : open_squares; }
  Span span(uint32_t begin, uint32_t length) const { return {file, begin, begin + length, 0}; }
  Span span(Token t) const { return {file, t.begin, t.end, 0}; }
  std::string_view spelling(Token t) const { return text.substr(t.begin, t.end - t.begin); }
  std::string shown(Token t) const { return shorten(spelling(t)); }
  void stop(const char* code, Span at, uint64_t limit) {
    errors.report(code, at, {std::to_string(limit)});
    stopped = true;
  }
};

} // namespace nova
