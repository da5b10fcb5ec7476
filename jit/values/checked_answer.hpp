// What kernels and devices give is data: lengths, places and tags are looked at before they are followed.
#pragma once
#include "jit/values/flat_layout.hpp"

namespace nova::plan {

/// It is no value: a length, a place or a tag is none.
struct BadAnswer {
  std::string what;
};
/// Where elements [first, first + count) of a column lie; a BadAnswer where its buffer does not have them.
const std::byte* elements_at(const ResultColumn& c, Element e, int64_t first, int64_t count);
/// The same without a look at the bytes, which may be a device's.
void check_elements(const ResultColumn& c, Element e, int64_t first, int64_t count);
/// How many elements have these dimensions; a BadAnswer where that is no number.
int64_t checked_count(std::span<const int64_t> dims);
/// A BadAnswer where the n + 1 offsets are not those of n rows, one after the other.
void check_offsets(const int64_t* offsets, int64_t n);
/// A BadAnswer where a tag is none of so many.
inline uint64_t checked_tag(uint64_t tag, size_t constructors) {
  return tag < constructors ? tag : throw BadAnswer{"a constructor that is none"};
}

} // namespace nova::plan
