// The progress of a long run, which another thread may read and report.
#pragma once
#include <atomic>
#include <cstdint>

namespace nova {

/// How much work is done, and how much there is in total (`all`, or 0 if it is unknown).
struct Progress {
  int64_t done = 0, all = 0;
  bool in_bytes = false; ///< whether it is bytes of a file that are counted
};

/// The numbers of bytes copied to a GPU and back from it.
struct Copied {
  std::atomic<uint64_t> sent{0}, fetched{0};
};

} // namespace nova
