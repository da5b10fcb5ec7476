// Where things stand in the text: spans, and the files they point into.
#pragma once
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace nova {

using FileId = uint32_t;

/// Bytes [begin, end) of a file. `expansion` is 0 for the user's own text, otherwise the macro use that wrote this
/// piece (an index into Sources' expansions): errors then point at the user's form and show the macro.
struct Span {
  FileId file = 0;
  uint32_t begin = 0, end = 0;
  uint32_t expansion = 0;
  bool operator==(const Span&) const = default;
};

/// From the start of a to the end of b (both in one file).
inline Span join(Span a, Span b) { return {a.file, a.begin, b.end, a.expansion}; }

/// One use of a macro: which macro, where the user wrote it (its span may itself lie in an expansion).
struct Expansion {
  std::string macro;
  Span use, definition;
};

struct Position {
  uint32_t line = 1, column = 1; ///< from 1; columns count characters (code points), a tab is one
};

/// All texts of a session. File 0 is a nameless empty file, so that Span{} is harmless.
class Sources {
 public:
  Sources();
  FileId add(std::string name, std::string text);
  uint32_t add_expansion(Expansion e);

  const std::string& name(FileId f) const { return files_[f].name; }
  std::string_view text(FileId f) const { return files_[f].text; }
  std::string_view text(Span s) const;
  Position position(FileId f, uint32_t byte) const;
  /// "file:line:column" of a span's first byte, inert.
  std::string place(Span s) const;
  /// The whole line (without its newline) that holds the byte.
  std::string_view line_at(FileId f, uint32_t byte) const;
  const Expansion& expansion(uint32_t id) const { return expansions_[id]; }
  /// The span in the user's own text that an expanded span comes from (itself, if not expanded).
  Span user_span(Span s) const;
  size_t size() const { return files_.size(); }

  struct Mark {
    size_t files, expansions;
  };
  Mark mark() const { return {files_.size(), expansions_.size()}; }
  /// What was added since then is gone; ids are given anew.
  void forget(const Mark& m);
  /// Have several texts this name, those that are gone too, as all that is typed at the prompt?
  bool is_shared(const std::string& name) const;

 private:
  struct File {
    std::string name, text;
    std::vector<uint32_t> line_starts;
    std::vector<uint32_t> characters_before; ///< each block of the text
  };
  std::deque<File> files_; // stable addresses: data view the text
  std::vector<Expansion> expansions_;
  std::string gone_; ///< the name of what was forgotten last
};

} // namespace nova
