#include "frontend/source/utf8.hpp"
#include <algorithm>
#include <array>
#include <cstring>

namespace nova {
namespace {

struct Range {
  char32_t first, last;
};

// Wide characters: East_Asian_Width W and F of Unicode 15, joined to blocks.
constexpr std::array wide_ranges{Range{0x1100, 0x115F},   Range{0x231A, 0x231B},   Range{0x23E9, 0x23EC},
                                 Range{0x2E80, 0x303E},   Range{0x3041, 0x33FF},   Range{0x3400, 0x4DBF},
                                 Range{0x4E00, 0x9FFF},   Range{0xA000, 0xA4CF},   Range{0xA960, 0xA97F},
                                 Range{0xAC00, 0xD7A3},   Range{0xF900, 0xFAFF},   Range{0xFE30, 0xFE6F},
                                 Range{0xFF00, 0xFF60},   Range{0xFFE0, 0xFFE6},   Range{0x16FE0, 0x18CFF},
                                 Range{0x1B000, 0x1B2FF}, Range{0x1F300, 0x1F64F}, Range{0x1F680, 0x1F6FF},
                                 Range{0x1F900, 0x1F9FF}, Range{0x1FA70, 0x1FAFF}, Range{0x20000, 0x3FFFD}};

constexpr std::array combining_ranges{Range{0x0300, 0x036F}, Range{0x0483, 0x0489},  Range{0x0591, 0x05BD},
                                      Range{0x064B, 0x065F}, Range{0x0E34, 0x0E3A},  Range{0x0E47, 0x0E4E},
                                      Range{0x1AB0, 0x1AFF}, Range{0x1DC0, 0x1DFF},  Range{0x20D0, 0x20FF},
                                      Range{0x302A, 0x302D}, Range{0x3099, 0x309A},  Range{0xFE00, 0xFE0F},
                                      Range{0xFE20, 0xFE2F}, Range{0xE0100, 0xE01EF}};

// Characters that control a terminal or make text invisible: C0, DEL, C1, zero-width and bidirectional controls,
// tags.
constexpr std::array steering_ranges{Range{0x00, 0x1F},     Range{0x7F, 0x9F},      Range{0xAD, 0xAD},
                                     Range{0x061C, 0x061C}, Range{0x180E, 0x180E},  Range{0x200B, 0x200F},
                                     Range{0x2028, 0x202E}, Range{0x2060, 0x206F},  Range{0xFEFF, 0xFEFF},
                                     Range{0xFFF9, 0xFFFB}, Range{0xE0000, 0xE007F}};

template <size_t n> bool contains(const std::array<Range, n>& ranges, char32_t c) {
  auto r = std::partition_point(ranges.begin(), ranges.end(), [c](Range x) { return x.last < c; });
  return r != ranges.end() && r->first <= c;
}

std::string hex(uint32_t n, int digits) {
  std::string s;
  for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4) s += "0123456789abcdef"[n >> shift & 15];
  return s;
}

bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

std::string escape(CodePoint c) {
  if (c.valid && c.value == '\n') return "\\n";
  if (c.valid && c.value == '\r') return "\\r";
  if (c.valid && c.value == '\t') return "\\t";
  if (!c.valid || c.value < 0x80) return "\\x" + hex(c.value, 2);
  return "\\u" + hex(c.value, c.value > 0xFFFF ? 6 : 4);
}

} // namespace

CodePoint decode_utf8(std::string_view text, size_t at) {
  auto byte = static_cast<unsigned char>(text[at]);
  if (byte < 0x80) return {byte, 1, true};
  const CodePoint invalid{byte, 1, false};
  uint32_t length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2;
  if (byte < 0xC2 || byte > 0xF4 || text.size() - at < length) return invalid;
  char32_t value = byte & (0x7F >> length);
  for (uint32_t k = 1; k < length; ++k) {
    if (!is_continuation(text[at + k])) return invalid;
    value = value << 6 | (static_cast<unsigned char>(text[at + k]) & 0x3F);
  }
  constexpr char32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  if (value < least[length] || value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF)) return invalid;
  return {value, length, true};
}

std::string encode_utf8(char32_t c) {
  std::string out;
  const auto add = [&](char32_t byte) { out.push_back(static_cast<char>(byte)); };
  if (c < 0x80) return add(c), out;
  if (c < 0x800)
    add(0xC0 | c >> 6);
  else if (c < 0x10000)
    add(0xE0 | c >> 12), add(0x80 | (c >> 6 & 63));
  else
    add(0xF0 | (c >> 18 & 7)), add(0x80 | (c >> 12 & 63)), add(0x80 | (c >> 6 & 63));
  return add(0x80 | (c & 63)), out;
}

size_t find_invalid_utf8(std::string_view text, size_t from) {
  size_t at = from;
  while (at < text.size()) {
    uint64_t eight; // most source text is ASCII, so eight bytes are tested at a time
    while (text.size() - at >= 8 && (std::memcpy(&eight, &text[at], 8), !(eight & 0x8080808080808080u)))
      at += 8;
    if (at == text.size()) break;
    CodePoint c = decode_utf8(text, at);
    if (!c.valid) return at;
    at += c.length;
  }
  return std::string_view::npos;
}

bool is_printable_ascii(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return c >= ' ' && c <= '~'; });
}

bool has_invisible(std::string_view text) {
  if (is_printable_ascii(text)) return false;
  for (size_t at = 0; at < text.size();) {
    CodePoint c = decode_utf8(text, at);
    if (c.valid && (c.value < ' ' || c.value >= 127) && contains(steering_ranges, c.value)) return true;
    at += c.length;
  }
  return false;
}

int display_width(char32_t c) {
  if (c < 0x300) return 1;
  return contains(combining_ranges, c) ? 0 : contains(wide_ranges, c) ? 2 : 1;
}

std::string inert(CodePoint c, std::string_view bytes) {
  if (!c.valid || contains(steering_ranges, c.value)) return escape(c);
  return std::string(bytes);
}

std::string inert(std::string_view text) {
  std::string out;
  for (size_t at = 0; at < text.size();) {
    CodePoint c = decode_utf8(text, at);
    out += inert(c, text.substr(at, c.length));
    at += c.length;
  }
  return out;
}

std::string shorten(std::string_view text, size_t limit) {
  if (text.size() <= limit) return std::string(text);
  while (limit > 0 && is_continuation(text[limit])) --limit;
  return std::string(text.substr(0, limit)) + "...";
}

std::string shorten_at_blank(std::string_view text, size_t limit) {
  const size_t blank = text.size() > limit ? text.rfind(' ', limit) : text.npos;
  return blank == text.npos ? shorten(text, limit) : std::string(text.substr(0, blank)) + " ...";
}

} // namespace nova
