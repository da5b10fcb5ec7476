// What a test and the fake GPU that it has started both see: the device's memory, counted, and which
// allocations find none. It lies in a file that both have mapped, so that a test can change its mind while
// the helper lives.
#pragma once
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <fcntl.h>
#include <memory>
#include <string>
#include <sys/mman.h>
#include <unistd.h>

namespace nova {

/// The file's, which is made if need be, of zeros.
template <class T> std::shared_ptr<T> mapped(const std::string& file) {
  const int descriptor = ::open(file.c_str(), O_RDWR | O_CREAT, 0600);
  if (descriptor < 0 || ftruncate(descriptor, sizeof(T)) != 0) std::abort();
  void* const at = mmap(nullptr, sizeof(T), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  close(descriptor);
  if (at == MAP_FAILED) std::abort();
  return {static_cast<T*>(at), [](T* m) { munmap(m, sizeof *m); }};
}

struct FakeMemory {
  std::atomic<uint64_t> asked{0};       ///< allocations so far, of all helpers
  std::atomic<uint64_t> in_use{0};      ///< bytes
  std::atomic<uint64_t> from{0}, to{0}; ///< allocations with these numbers (from 0) find no memory
  std::atomic<uint64_t> refused{0};     ///< how many did

  /// Is the next allocation one that fails?
  bool takes_none() {
    const uint64_t number = asked++;
    return number >= from && number < to && ++refused;
  }
  /// The k-th allocation from now on finds none, nor the `more` after it.
  void fail_at(uint64_t k, uint64_t more) {
    to = 0, from = asked + k, to = more > UINT64_MAX - from - 1 ? UINT64_MAX : from + 1 + more;
  }
  void fail_no_more() { to = 0; }

  static std::shared_ptr<FakeMemory> open(const std::string& file) { return mapped<FakeMemory>(file); }
};

} // namespace nova
