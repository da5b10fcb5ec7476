#include "runtime/lengths.hpp"

namespace nova {
namespace {

[[noreturn]] void fail_above_all_lengths(uint64_t element_size) {
  fail_memory("more than " + std::to_string(INT64_MAX) + " elements" +
              (element_size ? " of " + std::to_string(element_size) + " bytes" : ""));
}

} // namespace

int64_t checked_sum(int64_t a, int64_t b, uint64_t element_size) {
  int64_t sum;
  if (__builtin_add_overflow(a, b, &sum)) fail_above_all_lengths(element_size);
  return sum;
}

int64_t checked_product(int64_t a, int64_t b, uint64_t element_size) {
  int64_t product;
  if (__builtin_mul_overflow(a, b, &product)) fail_above_all_lengths(element_size);
  return product;
}

int64_t elements_of(std::span<const int64_t> dimensions) {
  uint64_t count = 1;
  for (int64_t d : dimensions) count *= static_cast<uint64_t>(d);
  return static_cast<int64_t>(count);
}

uint64_t first_element_size(const Layout& l) {
  switch (l.kind) {
  case ColumnKind::Primitive: return element_size(l.element);
  case ColumnKind::Tuple: break;
  case ColumnKind::Rows: return sizeof(int64_t);
  case ColumnKind::Sum: return sizeof(uint32_t);
  case ColumnKind::Boxed: return sizeof(Value);
  }
  for (const Layout* field : l.children)
    if (const uint64_t size = first_element_size(*field)) return size;
  return 0;
}

} // namespace nova
