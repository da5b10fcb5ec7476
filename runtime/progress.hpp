// What can be told of a long run from another thread.
#pragma once
#include <atomic>
#include <cstdint>

namespace nova {

/// How far something is; `all` is 0 where it is unknown.
struct Progress {
  int64_t done = 0, all = 0;
};

/// Bytes that went to a GPU, and that came back.
struct Copied {
  std::atomic<uint64_t> sent{0}, fetched{0};
};

} // namespace nova
