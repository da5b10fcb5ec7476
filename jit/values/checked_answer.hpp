// Checks results from kernels and devices: their lengths, offsets and tags are not trusted until they are checked.
#pragma once
#include "jit/values/flat_layout.hpp"

namespace nova::plan {

/// Thrown if a result represents no value, because of a wrong length, index or tag. `what` describes the result.
struct BadAnswer {
  std::string what;
};
/// Returns the address of elements [first, first + count) of a column. Fails with BadAnswer if its buffer does not
/// contain them.
const std::byte* elements_at(const ResultColumn& c, Element e, int64_t first, int64_t count);
/// Checks a column as elements_at does, but does not access the bytes, which may be on a device.
void check_elements(const ResultColumn& c, Element e, int64_t first, int64_t count);
/// Returns how many elements an array with these dimensions has. Fails with BadAnswer if a dimension is negative, or
/// if the product overflows.
int64_t checked_count(std::span<const int64_t> dims);
/// Fails with BadAnswer unless the n + 1 offsets are not negative and each is at least as large as the one before, so
/// that they divide a column into n consecutive rows.
void check_offsets(const int64_t* offsets, int64_t n);
/// Returns `tag`, the number of a constructor. Fails with BadAnswer unless it is less than `constructors`.
inline uint64_t checked_tag(uint64_t tag, size_t constructors) {
  return tag < constructors ? tag : throw BadAnswer{"a constructor that is none"};
}

} // namespace nova::plan
