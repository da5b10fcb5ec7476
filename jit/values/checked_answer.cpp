#include "jit/values/checked_answer.hpp"
#include <algorithm>

namespace nova::plan {

/// A column without a buffer is a part of an input of the form. Kernels take such parts only from inside of the input, so
/// it is checked only where a process with foreign text has sent its address.
void check_elements(const ResultColumn& c, Element e, int64_t first, int64_t count) {
  if (count == 0) return;
  const uint64_t bytes = c.buffer ? c.buffer->size() : c.room;
  const auto room = static_cast<int64_t>(std::min(bytes, uint64_t{INT64_MAX}) / element_size(e));
  const bool inside = c.begin >= 0 && c.begin <= room && first >= 0 && first <= room - c.begin &&
                      count >= 0 && count <= room - c.begin - first;
  if (!inside) throw BadAnswer{"elements outside of their column"};
}

const std::byte* elements_at(const ResultColumn& c, Element e, int64_t first, int64_t count) {
  check_elements(c, e, first, count);
  const auto size = static_cast<int64_t>(element_size(e));
  if (count == 0) return nullptr;
  return (c.buffer ? c.buffer->bytes() + c.begin * size : static_cast<const std::byte*>(c.place)) +
         first * size;
}

int64_t checked_count(std::span<const int64_t> dims) {
  int64_t count = 1;
  for (const int64_t d : dims)
    if (d < 0 || __builtin_mul_overflow(count, d, &count)) throw BadAnswer{"a length that is none"};
  return count;
}

void check_offsets(const int64_t* offsets, int64_t n) {
  bool rising = offsets[0] >= 0;
  for (int64_t k = 0; k < n; ++k) rising &= offsets[k] <= offsets[k + 1];
  if (!rising) throw BadAnswer{"rows that do not follow each other"};
}

} // namespace nova::plan
