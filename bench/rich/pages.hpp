// Vectors in pages of 2 MiB, where the system has them: what is read out of order then misses fewer
// addresses' translations.
#pragma once
#include <cstdint>
#include <cstdlib>
#include <new>
#include <sys/mman.h>
#include <vector>

namespace rich {

template <class T> struct LargePages {
  using value_type = T;
  LargePages() = default;
  template <class U> LargePages(const LargePages<U>&) {}
  T* allocate(size_t count) {
    constexpr size_t page = size_t{2} << 20;
    const size_t bytes = (count * sizeof(T) + page - 1) / page * page;
    void* const memory = std::aligned_alloc(page, bytes);
    if (!memory) throw std::bad_alloc();
    madvise(memory, bytes, MADV_HUGEPAGE);
    return static_cast<T*>(memory);
  }
  void deallocate(T* memory, size_t) { std::free(memory); }
  bool operator==(const LargePages&) const { return true; }
};

template <class T> using Large = std::vector<T, LargePages<T>>;

/// Asks for large pages for a vector that grows, before it is touched.
template <class T> void resize_large(std::vector<T>& v, size_t count) {
  constexpr size_t page = size_t{2} << 20;
  if (count > v.capacity()) {
    v.clear(), v.shrink_to_fit(), v.reserve(count);
    const auto from = (reinterpret_cast<uintptr_t>(v.data()) + page - 1) / page * page,
               to = reinterpret_cast<uintptr_t>(v.data() + count) / page * page;
    if (from < to) madvise(reinterpret_cast<void*>(from), to - from, MADV_HUGEPAGE);
  }
  v.resize(count);
}

} // namespace rich
