#include "frontend/source/inert_lines.hpp"
#include "frontend/source/utf8.hpp"
#include <algorithm>

namespace nova {
namespace {

constexpr char32_t non_joiner = 0x200C, joiner = 0x200D;

bool may_stand_in_lines(CodePoint c, std::string_view bytes) {
  if (!c.valid) return false;
  return c.value == '\n' || c.value == '\t' || c.value == non_joiner || c.value == joiner ||
         inert(c, bytes) == bytes;
}

std::string as_in_a_string(std::string_view bytes) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string out;
  for (const char byte : bytes) {
    const auto b = static_cast<unsigned char>(byte);
    out += {'\\', 'x', digits[b >> 4], digits[b & 15], ';'};
  }
  return out;
}

} // namespace

std::string inert_lines(std::string_view text) {
  std::string out;
  for (size_t at = 0; at < text.size();) {
    const CodePoint c = decode_utf8(text, at);
    const std::string_view bytes = text.substr(at, c.length);
    at += c.length;
    if (may_stand_in_lines(c, bytes))
      out += bytes;
    else
      out += bytes == "\r" ? "\\r" : as_in_a_string(bytes);
  }
  return out;
}

size_t cut_at_end(std::string_view text) {
  for (size_t back = 1; back <= std::min<size_t>(3, text.size()); ++back) {
    const auto byte = static_cast<unsigned char>(text[text.size() - back]);
    if ((byte & 0xC0) != 0x80)
      return byte >= (back == 1 ? 0xC2 : back == 2 ? 0xE0 : 0xF0) && byte <= 0xF4 ? back : 0;
  }
  return 0;
}

} // namespace nova
