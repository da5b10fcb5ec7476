// Sums and products of vector lengths, which fail with E0601 instead of wrapping.
#pragma once
#include "runtime/array.hpp"
#include <span>

namespace nova {

/// The most elements that a vector may have in compiled code: no address space holds more bytes. Compiled code checks
/// each length against this bound where the length is computed (jit/plan/builder.hpp). So byte counts and sums of a
/// few lengths stay far below 2^63. Products of lengths, and sums of many, have checks of their own. Only the
/// interpreter computes with longer vectors.
inline constexpr int64_t most_elements = int64_t{1} << 47;

/// Fails with E0601. The message states the request (`asked`), the bytes that are counted already, and the limit.
[[noreturn]] void fail_memory(std::string asked);

/// Returns a + b, or fails with E0601 if the sum exceeds 2^63 - 1. The message states `element_size`, the bytes per
/// element, unless it is 0.
int64_t checked_sum(int64_t a, int64_t b, uint64_t element_size);
/// Returns a * b, or fails with E0601 as checked_sum does.
int64_t checked_product(int64_t a, int64_t b, uint64_t element_size);

/// Returns the product of an array's dimensions. If a dimension is 0, the product is 0, even where the product of the
/// other dimensions would overflow.
int64_t elements_of(std::span<const int64_t> dimensions);

/// Returns the bytes per element of the layout's first column that has bytes, or 0 if none has (all are units).
uint64_t first_element_size(const Layout& l);

} // namespace nova
