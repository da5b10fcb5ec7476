#include "runtime/io/csv/stream.hpp"
#include <algorithm>
#include <cstring>

namespace nova {

namespace {

constexpr uint64_t least_part = 256 << 10; ///< what a thread of its own is worth

} // namespace

CsvStream::CsvStream(ByteSource& source, const CsvDialect& dialect, const CsvOptions& options)
    : source_(source), dialect_(dialect), block_(options.block * std::max(1u, options.threads)),
      least_part_(std::min(options.block, least_part)) {
  text_ = std::make_shared<Buffer>(std::min(block_, source.size()) + 1);
  fill();
  if (end_ >= 3 && std::memcmp(begin(), "\xef\xbb\xbf", 3) == 0)
    at_ = 3; // the byte order mark that some programs write before UTF-8
  skip_lines(options.skip);
}

/// Moves what is left to the buffer's beginning, and reads until it is full.
void CsvStream::fill() {
  char* text = text_->as<char>();
  std::memmove(text, text + at_, end_ - at_);
  end_ -= at_, at_ = 0;
  const uint64_t n = std::min(text_->size() - 1 - end_, source_.size() - read_);
  if (n > 0) source_.read(read_, text + end_, n);
  read_ += n, end_ += n;
  text[end_] = '\n';
}

/// Makes room for more, and reads it. Returns false if all is read.
bool CsvStream::grow() {
  if (all_is_read()) return false;
  if (at_ == 0) text_->resize(std::min(2 * text_->size(), source_.size() + 1));
  return fill(), true;
}

void CsvStream::skip_lines(int64_t n) {
  for (int64_t k = 0; k < n; ++k) {
    const void* newline = nullptr;
    while (!(newline = std::memchr(begin(), '\n', end_ - at_)) && grow()) {
    }
    if (!newline) return void(at_ = end_);
    at_ = static_cast<uint64_t>(static_cast<const char*>(newline) - text_->as<char>()) + 1, ++lines_;
  }
}

std::vector<std::vector<std::string>> CsvStream::first_records(size_t most, bool skips_empty_lines) {
  std::vector<std::vector<std::string>> records;
  do {
    records.clear();
    const char* end = all_is_read() ? text_end() : dialect_.cut(begin(), text_end(), 1).back();
    CsvLines in(dialect_, begin(), end, skips_empty_lines);
    try {
      while (records.size() < most && in.next_record()) {
        auto& fields = records.emplace_back();
        do fields.emplace_back(in.field().text);
        while (in.more());
        if (records.size() == 1)
          first_end_ = static_cast<uint64_t>(in.at() - text_->as<char>()), first_lines_ = in.lines();
      }
    } catch (const CsvError& e) {
      if (all_is_read() && records.size() == 1) fail_at(source_, e, lines_);
      if (all_is_read()) return records.pop_back(), records; // it is reported where the records are parsed
      records.clear();
    }
  } while (records.size() < most && grow());
  if (records.empty()) first_end_ = end_;
  return records;
}

void CsvStream::drop_record() { at_ = first_end_, lines_ += first_lines_; }

bool CsvStream::next(uint32_t parts) {
  if (parsed_) at_ = static_cast<uint64_t>(parts_.back() - text_->as<char>()), fill();
  parsed_ = true;
  do {
    if (at_ == end_ && all_is_read()) return false;
    const uint64_t most = 1 + (end_ - at_) / least_part_;
    parts_ = dialect_.cut(begin(), text_end(), static_cast<uint32_t>(std::min<uint64_t>(most, parts)));
  } while ((parts_.back() == begin() || all_is_read()) && grow());
  if (all_is_read()) parts_.back() = text_end();
  return source_.passed(static_cast<uint64_t>(parts_.back() - begin())), true;
}

int64_t CsvStream::expected_records(int64_t records, int64_t bytes) const {
  const uint64_t left = source_.size() - read_ + (end_ - at_);
  if (bytes == 0) return records;
  return static_cast<int64_t>(static_cast<double>(records) / static_cast<double>(bytes) *
                              static_cast<double>(left) * 1.02);
}

} // namespace nova
