// Lengths: what no vector can have is the fault E0601, before a sum or a product of lengths wraps.
#pragma once
#include "runtime/array.hpp"
#include <span>

namespace nova {

/// No vector that a compiled run makes has more elements: an address space has no room for as many bytes.
/// Plans check lengths against it where they are computed (jit/plan/builder.hpp), so that bytes, and sums of a few
/// lengths, stay far below 2^63. Products of lengths, and sums of many, are checked where they are made. What
/// has more elements is the interpreter's.
inline constexpr int64_t most_elements = int64_t{1} << 47;

/// The fault E0601, which tells what was asked for, what is held and the limit.
[[noreturn]] void fail_memory(std::string asked);

/// The sum of two lengths, or the fault E0601 where it is above 2^63 - 1; `element_size`: bytes, which the
/// fault tells.
int64_t checked_sum(int64_t a, int64_t b, uint64_t element_size);
/// The same of their product.
int64_t checked_product(int64_t a, int64_t b, uint64_t element_size);

/// The product of an array's dimensions. One that is 0 makes it 0, however large the others are.
int64_t elements_of(std::span<const int64_t> dimensions);

/// The bytes that each element takes in its first column that takes any; 0 of units.
uint64_t first_element_size(const Layout& l);

} // namespace nova
