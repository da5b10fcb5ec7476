// A CSV file in blocks of whole records, so that its text never lies in memory as a whole.
#pragma once
#include "runtime/io/csv/lines.hpp"
#include <span>

namespace nova {

class CsvStream {
 public:
  CsvStream(ByteSource& source, const CsvDialect& dialect, const CsvOptions& options);
  /// Returns the fields of the first records, at most `most`, and those before one that is malformed. Fails with E0511 if
  /// that is the first. Called before the first block is read.
  std::vector<std::vector<std::string>> first_records(size_t most, bool skips_empty_lines);
  /// Leaves out the first of these records.
  void drop_record();

  /// Reads the next block and cuts it into about `parts` parts. Returns false at the file's end.
  bool next(uint32_t parts);
  const char* begin() const { return text_->as<char>() + at_; }
  std::span<const char* const> parts() const { return parts_; }

  uint64_t lines_before() const { return lines_; } ///< how many lines stand before the part that is looked at
  void passed_lines(uint64_t n) { lines_ += n; }
  /// Returns how many records the file may have if one has as many bytes as on average in `bytes` bytes.
  int64_t expected_records(int64_t records, int64_t bytes) const;

 private:
  void fill();
  bool grow();
  void skip_lines(int64_t n);
  const char* text_end() const { return text_->as<char>() + end_; }
  bool all_is_read() const { return read_ == source_.size(); }

  ByteSource& source_;
  const CsvDialect& dialect_;
  BufferRef text_; ///< [at_, end_) is to be parsed; a newline stands behind
  uint64_t at_ = 0, end_ = 0, read_ = 0, block_, least_part_;
  uint64_t lines_ = 0;
  std::vector<const char*> parts_;
  bool parsed_ = false; ///< whether parts_ are parsed
  uint64_t first_end_ = 0,
           first_lines_ = 0; ///< where the first record ends, and how many lines have ended there
};

} // namespace nova
