// SHA-256 (FIPS 180-4) of bytes.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace nova {

class Sha256 {
 public:
  void add(const void* bytes, size_t n);
  /// Returns the hash. Nothing may be added afterwards.
  std::array<uint8_t, 32> digest();

 private:
  void block(const uint8_t* at);
  std::array<uint32_t, 8> state_{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::array<uint8_t, 64> rest_{};
  uint64_t bytes_ = 0;
};

/// Returns the hash of the text as 64 hexadecimal digits.
std::string sha256_hex(std::string_view text);

} // namespace nova
