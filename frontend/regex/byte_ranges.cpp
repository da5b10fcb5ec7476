// Splits ranges of code points where the length of their UTF-8 changes, and where a byte behind one that varies would not
// take all its values.
#include "frontend/regex/byte_ranges.hpp"
#include <algorithm>
#include <array>

namespace nova::regex {

namespace {

using Bytes = std::vector<uint8_t>;

Bytes utf8(char32_t c) {
  const auto tail = [&](int shift) { return static_cast<uint8_t>(0x80 | ((c >> shift) & 0x3F)); };
  if (c < 0x80) return {static_cast<uint8_t>(c)};
  if (c < 0x800) return {static_cast<uint8_t>(0xC0 | (c >> 6)), tail(0)};
  if (c < 0x10000) return {static_cast<uint8_t>(0xE0 | (c >> 12)), tail(6), tail(0)};
  return {static_cast<uint8_t>(0xF0 | (c >> 18)), tail(12), tail(6), tail(0)};
}

/// Returns the last code point up to which a sequence that begins at r.first may run.
char32_t end_of_sequence(Range r) {
  constexpr std::array<char32_t, 3> longest{0x7F, 0x7FF, 0xFFFF};
  for (const char32_t last : longest)
    if (r.first <= last) {
      r.last = std::min(r.last, last);
      break;
    }
  if (r.last < 0x80) return r.last;
  for (int shift = 6; shift <= 18; shift += 6) {
    const char32_t low = (char32_t{1} << shift) - 1;
    if ((r.first & ~low) == (r.last & ~low)) break;
    if (r.first & low) return r.first | low;
    if ((r.last & low) != low) r.last = (r.last & ~low) - 1;
  }
  return r.last;
}

} // namespace

std::vector<ByteRanges> byte_ranges(Range range) {
  constexpr Range surrogates{0xD800, 0xDFFF};
  std::vector<ByteRanges> all;
  while (range.first <= range.last) {
    if (range.first >= surrogates.first && range.first <= surrogates.last) {
      range.first = surrogates.last + 1;
      continue;
    }
    const bool crosses = range.first < surrogates.first && range.last >= surrogates.first;
    const Range part{range.first, crosses ? surrogates.first - 1 : range.last};
    const char32_t last = end_of_sequence(part);
    const Bytes from = utf8(range.first), to = utf8(last);
    ByteRanges& sequence = all.emplace_back();
    for (size_t k = 0; k < from.size(); ++k) sequence.push_back({from[k], to[k]});
    range.first = last + 1;
  }
  return all;
}

} // namespace nova::regex
