// Lines of a CSV file: which bytes are fields, and where records end.
#pragma once
#include "runtime/io/csv/csv.hpp"
#include <array>

namespace nova {

/// A record that is malformed: the place, from 1, in lines of the text that was read, and what is wrong.
struct CsvError {
  uint64_t line = 0, column = 0;
  std::string what;
};

/// Fails with E0511 at a place, of which `lines_before` lines of the file stand before the text that was read.
[[noreturn]] void fail_at(const ByteSource& source, const CsvError& e, uint64_t lines_before = 0);

/// Whether empty lines of a file, which may have blanks, are no records: in a file of one column they are, if that is one of texts.
inline bool skips_empty_lines(size_t width, bool texts) { return width != 1 || !texts; }

/// The bytes that divide a file.
struct CsvDialect {
  char separator;
  std::optional<char> comment;
  std::array<bool, 256> ends_field{}; ///< whether a byte ends a bare field

  explicit CsvDialect(const CsvOptions& options);
  /// Cuts [begin, end), which begins with a record, behind records into about `parts` parts. Returns the parts' ends. The
  /// last one is behind the last record whose end is there, or `begin` if there is none.
  std::vector<const char*> cut(const char* begin, const char* end, uint32_t parts) const;

 private:
  std::vector<const char*> cut_plain(const char* begin, const char* end, uint32_t parts) const;
  std::vector<const char*> cut_quoted(const char* begin, const char* end, uint32_t parts) const;
};

struct CsvField {
  std::string_view
      text; ///< without quotes; doubled quotes inside are single; valid until the next field is read
  bool quoted = false;
  uint64_t line = 1, column = 1; ///< where it begins
};

/// Reads fields from left to right. A newline must stand at `end`, behind the text.
class CsvLines {
 public:
  CsvLines(const CsvDialect& dialect, const char* begin, const char* end, bool skips_empty_lines)
      : dialect_(dialect), at_(begin), line_begin_(begin), end_(end), skips_(skips_empty_lines) {}

  /// Goes to the next record, past comments, and lines of nothing but blanks. Returns false at the end.
  bool next_record();
  /// Reads the record's next field. Throws CsvError if its quote is never closed.
  CsvField field();
  /// Whether the record has a further field.
  bool more() const { return more_; }
  uint64_t lines() const { return line_ - 1; } ///< how many lines have ended
  const char* at() const { return at_; }

 private:
  CsvField quoted_field();
  std::string_view closed(std::string_view inside, bool doubled, const char* rest);
  void end_field();
  void end_line();

  const CsvDialect& dialect_;
  const char *at_, *line_begin_, *end_;
  uint64_t line_ = 1;
  bool skips_, more_ = false;
  std::string joined_; ///< the text of a field that is not one piece of the file
};

} // namespace nova
