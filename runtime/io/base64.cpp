#include "runtime/io/base64.hpp"
#include <algorithm>
#include <array>
#include <cstdint>

namespace nova {

namespace {

constexpr std::string_view base64_digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr uint8_t no_digit = 255;

constexpr std::array<uint8_t, 256> values_of_digits() {
  std::array<uint8_t, 256> values{};
  values.fill(no_digit);
  for (size_t k = 0; k < base64_digits.size(); ++k)
    values[static_cast<unsigned char>(base64_digits[k])] = static_cast<uint8_t>(k);
  return values;
}

} // namespace

std::string base64(std::string_view bytes) {
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (size_t at = 0; at < bytes.size(); at += 3) {
    uint32_t three = 0;
    const size_t n = std::min<size_t>(3, bytes.size() - at);
    for (size_t k = 0; k < 3; ++k)
      three = three << 8 | (k < n ? static_cast<unsigned char>(bytes[at + k]) : 0);
    for (size_t k = 0; k < 4; ++k) out += k <= n ? base64_digits[three >> (18 - 6 * k) & 63] : '=';
  }
  return out;
}

std::optional<std::string> from_base64(std::string_view text) {
  static constexpr std::array<uint8_t, 256> values = values_of_digits();
  if (text.size() % 4 != 0) return {};
  const size_t padding = text.ends_with("==") ? 2 : text.ends_with('=') ? 1 : 0;
  std::string out;
  out.reserve(text.size() / 4 * 3);
  for (size_t at = 0; at < text.size(); at += 4) {
    const size_t n = at + 4 == text.size() ? 4 - padding : 4;
    uint32_t three = 0;
    for (size_t k = 0; k < 4; ++k) {
      const uint8_t value = k < n ? values[static_cast<unsigned char>(text[at + k])] : 0;
      if (value == no_digit) return {};
      three = three << 6 | value;
    }
    for (size_t k = 0; k + 1 < n; ++k) out += static_cast<char>(three >> (16 - 8 * k) & 255);
  }
  return out;
}

} // namespace nova
