// What reading knows: the text, the open brackets, the data that are complete. The functions that read take it, and
// are declared by topic: atoms.hpp, malformed.hpp, nesting.hpp, layout.hpp, damage.hpp.
//
// Data lie on one stack of items. A frame per open bracket knows where its own begin: a million open brackets
// cost a million frames on the heap and nothing on the machine's stack.
#pragma once
#include "frontend/read/lexer.hpp"
#include "frontend/read/reader.hpp"
#include "frontend/source/utf8.hpp"
#include <limits>

namespace nova {

inline constexpr uint32_t nowhere = std::numeric_limits<uint32_t>::max();

/// An open bracket. Places in the text are bytes; start, branch and group are places on the stack of items:
///
///   [a b, c | d, e     start = a, branch = d, group = e
struct ReadFrame {
  uint32_t open = 0, column = 0; ///< the bracket, and its bytes from the start of its line
  uint32_t start = 0;            ///< the first item
  uint32_t branch = 0;           ///< the first item since the last |
  uint32_t group = 0;            ///< the first item since the last , or |
  uint32_t separator = nowhere;  ///< the last , or |
  uint32_t comments = 0;         ///< how many `#;` wait for their datum
  uint32_t commented = 0;        ///< where that datum will lie
  char bracket = 0;              ///< ( or [; 0 for the file itself
  bool commas = false, bars = false;
  bool index = false;  ///< a ! waits for its index
  bool faulty = false; ///< a missing datum has been reported
};

/// A bracket whose text goes on as if the bracket had been closed: where a `)` is missing, it is missing
/// here.
struct Suspect {
  uint32_t open = nowhere;
  Span at{};
};

/// How the text is laid out in lines.
struct LineLayout {
  uint32_t line_start = 0, previous_end = 0; ///< of the token at hand's line; of the token before it
  bool first_on_line = false;                ///< the token at hand
  Suspect suspect;
};

/// A text that is being read.
struct ReadState {
  const std::string_view text;
  const FileId file;
  Symbols& symbols;
  DatumArena& arena;
  const ReadLimits limits;
  /// A bracket is known to be left open: a definition at the column of an open one ends that.
  const bool recovering;
  Diagnostics errors = {};
  std::vector<ReadFrame> frames = {};
  std::vector<const Datum*> items = {};
  size_t open_parens = 0, open_squares = 0;
  uint32_t comment = 0, index = 0; ///< where the last `#;` and the last index operator stand
  LineLayout layout = {};
  bool stopped = false;            ///< nothing more is read
  bool left_open = false;          ///< a bracket was left open up to the end
  std::vector<Span> doubtful = {}; ///< text whose nesting is in doubt, beyond the errors' own places
  uint32_t forgiven = 0;           ///< closers that may be one too many, after one was taken for another

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
