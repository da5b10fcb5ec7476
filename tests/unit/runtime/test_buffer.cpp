// Buffers: large blocks keep their pages from one to the next.
#include "runtime/buffer.hpp"
#include <cstring>
#include <doctest/doctest.h>
#include <sys/resource.h>

using namespace nova;

namespace {

constexpr uint64_t KiB = 1024;
#ifdef __SANITIZE_THREAD__
constexpr bool counts_pages = false; // ThreadSanitizer makes pages of its own
#else
constexpr bool counts_pages = true;
#endif

/// Pages that the machine had to make so far.
long pages_made() {
  rusage used;
  getrusage(RUSAGE_SELF, &used);
  return used.ru_minflt;
}

/// Room for `all` bytes, of which `kept` are written, and remain.
void fill(uint64_t all, uint64_t kept) {
  Buffer b(all);
  std::memset(b.bytes(), 1, kept);
  b.resize(kept);
}

/// How many pages are made when that is done once more.
long made_again(uint64_t all, uint64_t kept) {
  fill(all, kept);
  const long before = pages_made();
  fill(all, kept);
  return pages_made() - before;
}

} // namespace

TEST_CASE("a block that was shrunk before it was freed gives its pages to the next one" *
          doctest::skip(!counts_pages)) {
  CHECK(made_again(2048 * KiB, 1024 * KiB) < 16); // 256 pages: it keeps its place
  CHECK(made_again(2048 * KiB, 300 * KiB) < 16);  // 75 pages: they move to where there is room
}

TEST_CASE("what a buffer holds stays when its pages move") {
  Buffer b(300 * KiB);
  for (uint64_t k = 0; k < b.size() / 8; ++k) b.as<uint64_t>()[k] = k;
  b.resize(9000 * KiB), b.resize(5000 * KiB), b.resize(200 * KiB);
  bool same = true;
  for (uint64_t k = 0; k < b.size() / 8; ++k) same &= b.as<uint64_t>()[k] == k;
  CHECK(same);
}

TEST_CASE("a buffer may grow by any number of bytes up to its capacity") {
  Buffer first(256 * KiB);
  Buffer second(256 * KiB);
  std::memset(second.bytes(), 7, 256 * KiB);
  for (uint64_t bytes = 256 * KiB; bytes < 400 * KiB; bytes += 2) {
    first.resize(bytes);
    std::memset(first.bytes() + bytes - 2, 1, 2);
  }
  for (uint64_t k = 0; k < 256 * KiB; ++k) REQUIRE(second.bytes()[k] == std::byte{7});
  for (uint64_t k = 256 * KiB - 2; k < 400 * KiB - 2; ++k) REQUIRE(first.bytes()[k] == std::byte{1});
}
