// Sums and products of vector lengths, which fail with E0601 instead of wrapping.
#pragma once
#include "runtime/array.hpp"
#include <span>

namespace nova {

/// The most elements that a vector may have in a compiled run: no address space holds more bytes. Plans check each
/// length against it where it is computed (jit/plan/builder.hpp), so that byte counts and sums of a few lengths stay
/// far below 2^63. Products of lengths, and sums of many, are checked themselves. Longer vectors are left to the
/// interpreter.
inline constexpr int64_t most_elements = int64_t{1} << 47;

/// Fails with E0601, whose message states the request (`asked`), the bytes already counted, and the limit.
[[noreturn]] void fail_memory(std::string asked);

/// Returns a + b, or fails with E0601 if the sum exceeds 2^63 - 1. `element_size` is the bytes per element, which the
/// message states (unless it is 0).
int64_t checked_sum(int64_t a, int64_t b, uint64_t element_size);
/// Returns a * b, or fails in the same way.
int64_t checked_product(int64_t a, int64_t b, uint64_t element_size);

/// Returns the product of an array's dimensions. It is 0 if one of them is, however large the others are.
int64_t elements_of(std::span<const int64_t> dimensions);

/// Returns the bytes per element of the layout's first column that has bytes, or 0 if none has (all are units).
uint64_t first_element_size(const Layout& l);

} // namespace nova
