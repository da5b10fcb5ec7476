#include "repl/lsp/document.hpp"
#include "frontend/source/utf8.hpp"
#include <algorithm>

namespace nova::lsp {

namespace {

uint32_t utf16_units(CodePoint c) { return c.valid && c.value > 0xFFFF ? 2 : 1; }
bool continues_character(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

} // namespace

void Text::find_lines() {
  lines_ = {0};
  for (size_t at = text_.find_first_of("\r\n"); at != text_.npos; at = text_.find_first_of("\r\n", at)) {
    at += text_.compare(at, 2, "\r\n") == 0 ? 2 : 1;
    lines_.push_back(static_cast<uint32_t>(at));
  }
}

std::string_view Text::line(uint32_t n) const {
  const uint32_t begin = lines_[n], end = n + 1 < lines_.size() ? lines_[n + 1] : size();
  const std::string_view whole = std::string_view(text_).substr(begin, end - begin);
  return whole.substr(0, std::min(whole.find_first_of("\r\n"), whole.size()));
}

uint32_t Text::byte_at(Place p) const {
  if (p.line >= lines_.size()) return size();
  const std::string_view l = line(p.line);
  uint32_t at = 0;
  for (uint32_t units = 0; at < l.size();) {
    const CodePoint c = decode_utf8(l, at);
    units += utf16_units(c);
    if (units > p.character) break;
    at += c.length;
  }
  return lines_[p.line] + at;
}

uint32_t Text::line_of(uint32_t byte) const {
  const auto next = std::ranges::upper_bound(lines_, byte);
  return static_cast<uint32_t>(next - lines_.begin()) - 1;
}

Place Text::place_of(uint32_t byte) const {
  byte = std::min(byte, size());
  const uint32_t n = line_of(byte);
  Place p{n, 0};
  const std::string_view l = line(n);
  for (uint32_t at = 0; at < l.size();) {
    const CodePoint c = decode_utf8(l, at);
    at += c.length;
    if (lines_[n] + at > byte) break;
    p.character += utf16_units(c);
  }
  return p;
}

Place PlaceFinder::place_of(uint32_t byte) {
  if (text_.line_of(byte) != last_.line)
    last_ = text_.place_of(byte);
  else
    for (uint32_t at = byte_; at < byte;) {
      const CodePoint c = decode_utf8(text_.all(), at);
      at += c.length, last_.character += utf16_units(c);
    }
  byte_ = byte;
  return last_;
}

void Text::replace(Range range, std::string_view by) {
  const uint32_t begin = byte_at(range.begin), end = std::max(begin, byte_at(range.end));
  text_.replace(begin, end - begin, by);
  find_lines();
}

std::optional<Edit> difference(std::string_view from, std::string_view to) {
  if (from == to) return {};
  size_t head = static_cast<size_t>(std::ranges::mismatch(from, to).in1 - from.begin());
  while (head > 0 && ((head < from.size() && continues_character(from[head])) ||
                      (head < to.size() && continues_character(to[head]))))
    --head;
  const std::string_view a = from.substr(head), b = to.substr(head);
  size_t tail =
      static_cast<size_t>(std::mismatch(a.rbegin(), a.rend(), b.rbegin(), b.rend()).first - a.rbegin());
  while (tail > 0 && continues_character(a[a.size() - tail])) --tail;
  return Edit{static_cast<uint32_t>(head), static_cast<uint32_t>(from.size() - tail),
              b.substr(0, b.size() - tail)};
}

} // namespace nova::lsp
