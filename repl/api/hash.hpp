// SHA-256 (FIPS 180-4) of bytes and of values.
#pragma once
#include "runtime/array.hpp"
#include <array>

namespace nova::api {

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

/// Adds a value's shape and bits. Numbers are little-endian; each NaN counts as the same. A tuple is its items, a value
/// of a sum the number of its constructor and its fields. A vector is its dimensions, then its elements: numbers in their
/// order, fields of tuples one after the other, rows by their dimensions and then all their elements. Fails for a
/// function.
void add_value(Sha256& sha, const Value& value);

} // namespace nova::api
