// Conversion of primitives to 64-bit machine words and back. A word has the bits of Value::bits(): integers are sign-
// or zero-extended, a float is in the low half.
#pragma once
#include <bit>
#include <cstdint>
#include <type_traits>

namespace nova {

template <class T> T from_word(uint64_t w) {
  if constexpr (std::is_same_v<T, double>)
    return std::bit_cast<double>(w);
  else if constexpr (std::is_same_v<T, float>)
    return std::bit_cast<float>(static_cast<uint32_t>(w));
  else
    return static_cast<T>(w);
}

template <class T> uint64_t to_word(T v) {
  if constexpr (std::is_same_v<T, double>)
    return std::bit_cast<uint64_t>(v);
  else if constexpr (std::is_same_v<T, float>)
    return std::bit_cast<uint32_t>(v);
  else
    return static_cast<uint64_t>(static_cast<int64_t>(v));
}

} // namespace nova
