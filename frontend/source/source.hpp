// The source texts of a session (files and inputs), spans (ranges of bytes in them), and the uses of macros that
// generated text.
#pragma once
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace nova {

using FileId = uint32_t;

/// Bytes [begin, end) of a file. `expansion` is 0 for the user's own text. For text that a macro generated, it is the
/// index of the macro's use in the list of expansions of Sources. Errors then point at the user's form and show the
/// macro.
struct Span {
  FileId file = 0;
  uint32_t begin = 0, end = 0;
  uint32_t expansion = 0;
  bool operator==(const Span&) const = default;
};

/// Returns the span from the start of `a` to the end of `b`, which lie in the same file.
inline Span join(Span a, Span b) { return {a.file, a.begin, b.end, a.expansion}; }

/// One use of a macro: the macro's name, the span of the use (which may itself lie in an expansion), and the span of
/// the name in the macro's definition.
struct Expansion {
  std::string macro;
  Span use, definition;
};

struct Position {
  uint32_t line = 1, column = 1; ///< counted from 1; a column is one code point, a tab too
};

/// All source texts of a session. File 0 is empty and has no name, so that the default `Span{}` is a valid span.
class Sources {
 public:
  Sources();
  FileId add(std::string name, std::string text);
  uint32_t add_expansion(Expansion e);

  const std::string& name(FileId f) const { return files_[f].name; }
  std::string_view text(FileId f) const { return files_[f].text; }
  std::string_view text(Span s) const;
  /// Returns the line and column of the byte at offset `byte`.
  Position position(FileId f, uint32_t byte) const;
  /// Returns "file:line:column" of the span's first byte; control characters in the file's name are escaped.
  std::string place(Span s) const;
  /// Returns the whole line, without its newline, that holds the byte at offset `byte`.
  std::string_view line_at(FileId f, uint32_t byte) const;
  const Expansion& expansion(uint32_t id) const { return expansions_[id]; }
  /// Returns the span of the macro use in the user's own text that led to the generated span `s`. If `s` is in the
  /// user's own text itself, returns `s`.
  Span user_span(Span s) const;
  size_t size() const { return files_.size(); }

  struct Mark {
    size_t files, expansions;
  };
  Mark mark() const { return {files_.size(), expansions_.size()}; }
  /// Removes all files and expansions that were added after the mark. Their ids are used again.
  void forget(const Mark& m);
  /// Whether several texts share the name `name`, as the inputs of a prompt do. The text that `forget` removed last
  /// counts, too.
  bool is_shared(const std::string& name) const;

 private:
  struct File {
    std::string name, text;
    std::vector<uint32_t> line_starts;       ///< offset of each line's first byte
    std::vector<uint32_t> characters_before; ///< for each block of 1024 bytes: how many characters precede it
  };
  std::deque<File> files_; // a deque, so that texts keep their addresses, to which data refer
  std::vector<Expansion> expansions_;
  std::string gone_; ///< name of the file that was removed last
};

} // namespace nova
