#include "runtime/io/csv/lines.hpp"
#include "runtime/fault.hpp"
#include <algorithm>
#include <cstring>

namespace nova {

namespace {

const char* find(const char* from, const char* end, char c) {
  return static_cast<const char*>(std::memchr(from, c, static_cast<size_t>(end - from)));
}

/// Returns the quote that closes the field whose text begins at `from`, or null. Of two quotes side by side neither does.
const char* closing_quote(const char* from, const char* end) {
  for (;;) {
    const char* quote = find(from, end, '"');
    if (!quote || quote + 1 == end || quote[1] != '"') return quote;
    from = quote + 2;
  }
}

} // namespace

void fail_at(const ByteSource& source, const CsvError& e, uint64_t lines_before) {
  fail("E0511", {source.name(), std::to_string(e.line + lines_before), std::to_string(e.column), e.what});
}

CsvDialect::CsvDialect(const CsvOptions& options) : separator(options.separator), comment(options.comment) {
  for (const char c : {separator, '\n', '\r'}) ends_field[static_cast<uint8_t>(c)] = true;
  if (comment) ends_field[static_cast<uint8_t>(*comment)] = true;
}

std::vector<const char*> CsvDialect::cut(const char* begin, const char* end, uint32_t parts) const {
  if (begin == end) return {begin};
  return find(begin, end, '"') ? cut_quoted(begin, end, parts) : cut_plain(begin, end, parts);
}

std::vector<const char*> CsvDialect::cut_plain(const char* begin, const char* end, uint32_t parts) const {
  const auto* last = static_cast<const char*>(memrchr(begin, '\n', static_cast<size_t>(end - begin)));
  if (!last) return {begin};
  ++last;
  std::vector<const char*> ends;
  for (uint32_t k = 1; k < parts; ++k) {
    const char* from = std::max(begin + (last - begin) / parts * k, ends.empty() ? begin : ends.back());
    const char* newline = from < last ? find(from, last, '\n') : nullptr;
    if (newline && newline + 1 < last) ends.push_back(newline + 1);
  }
  return ends.push_back(last), ends;
}

std::vector<const char*> CsvDialect::cut_quoted(const char* begin, const char* end, uint32_t parts) const {
  std::vector<const char*> ends;
  const int64_t step = (end - begin) / parts + 1;
  const char *at = begin, *last = begin;
  bool field_begins = true;
  while (at < end) {
    if (field_begins && *at == '"') {
      const char* quote = closing_quote(at + 1, end);
      if (!quote) break;
      at = quote + 1, field_begins = false;
      continue;
    }
    while (at < end && !ends_field[static_cast<uint8_t>(*at)]) ++at;
    if (at == end) break;
    const char c = *at++;
    field_begins = true;
    if (comment && c == *comment)
      while (at < end && *at != '\n' && *at != '\r') ++at;
    if (c != '\n') continue;
    if (last - begin < step * static_cast<int64_t>(ends.size() + 1) &&
        at - begin >= step * static_cast<int64_t>(ends.size() + 1))
      ends.push_back(at);
    last = at;
  }
  if (ends.empty() || ends.back() != last) ends.push_back(last);
  return ends;
}

bool CsvLines::next_record() {
  for (;;) {
    if (at_ == end_) return false;
    const auto begins_comment = [&](const char* p) { return dialect_.comment && *p == *dialect_.comment; };
    const char* p = at_;
    while (p < end_ && (*p == ' ' || *p == '\t') && *p != dialect_.separator) ++p;
    const bool empty = p == end_ || *p == '\n' || *p == '\r' || begins_comment(p);
    if (!begins_comment(at_) && !(empty && skips_)) return true;
    while (at_ < end_ && *at_ != '\n' && *at_ != '\r') ++at_;
    end_line();
  }
}

CsvField CsvLines::field() {
  if (*at_ == '"' && at_ != end_) return quoted_field();
  CsvField f{{}, false, line_, static_cast<uint64_t>(at_ - line_begin_) + 1};
  const char* from = at_;
  while (!dialect_.ends_field[static_cast<uint8_t>(*at_)]) ++at_;
  f.text = {from, static_cast<size_t>(at_ - from)};
  return end_field(), f;
}

CsvField CsvLines::quoted_field() {
  CsvField f{{}, true, line_, static_cast<uint64_t>(at_ - line_begin_) + 1};
  const char *from = at_ + 1, *quote = closing_quote(from, end_);
  if (!quote) throw CsvError{f.line, f.column, "this quote is never closed"};
  for (const char* n = find(from, quote, '\n'); n; n = find(line_begin_, quote, '\n'))
    ++line_, line_begin_ = n + 1;
  const std::string_view inside(from, static_cast<size_t>(quote - from));
  at_ = quote + 1;
  while (!dialect_.ends_field[static_cast<uint8_t>(*at_)]) ++at_;
  f.text = closed(inside, inside.find('"') != inside.npos, quote + 1);
  return end_field(), f;
}

/// Returns the text of a quoted field: what is inside of the quotes, and what stands between the closing quote and the
/// field's end.
std::string_view CsvLines::closed(std::string_view inside, bool doubled, const char* rest) {
  if (!doubled && rest == at_) return inside;
  joined_.clear();
  for (size_t k = 0; k < inside.size(); ++k) {
    joined_ += inside[k];
    if (inside[k] == '"') ++k;
  }
  return joined_.append(rest, at_);
}

void CsvLines::end_field() {
  more_ = at_ < end_ && *at_ == dialect_.separator;
  if (more_) return void(++at_);
  if (dialect_.comment && *at_ == *dialect_.comment)
    while (at_ < end_ && *at_ != '\n' && *at_ != '\r') ++at_;
  end_line();
}

void CsvLines::end_line() {
  if (at_ == end_) return;
  if (*at_ == '\r' && at_ + 1 < end_ && at_[1] == '\n') ++at_;
  ++at_, ++line_, line_begin_ = at_;
}

} // namespace nova
