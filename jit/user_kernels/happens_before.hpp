// Which accesses of other threads come before those of a thread, whatever the order of threads: a vector clock that is
// short, since blocks have barriers.
//
// The accesses of a thread carry its clock, which grows when others learn of them, and the number of barriers that its
// block has passed. So what a thread knows of a block is mostly one number: all its accesses before that barrier.
#pragma once
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace nova::plan {

/// A thread's moment. `thread` counts through the whole grid.
struct Moment {
  uint32_t thread, clock, barriers;
};

/// What is known of other threads. It does not change once it is made.
class Knowledge {
 public:
  using Pointer = std::shared_ptr<const Knowledge>; ///< null: nothing is known
  using Entry = std::pair<uint32_t, uint32_t>;

  /// Whether the moment, of a thread in this block, is known to be over.
  bool covers(const Moment& m, uint32_t block) const;
  /// Returns what `a` and `b` know together.
  static Pointer joined(const Pointer& a, const Pointer& b);
  /// Returns `a` and also: the block has passed so many barriers, the thread has reached this clock.
  static Pointer with(const Pointer& a, Entry block, Entry thread);
  /// Returns `a` without what it knows of single threads from `first` to before `end`.
  static Pointer without_threads(const Pointer& a, uint32_t first, uint32_t end);

 private:
  std::vector<Entry> blocks_;  ///< sorted: a block, and the number of barriers before which all is known
  std::vector<Entry> threads_; ///< sorted: a thread, and the clock up to which all is known
};

/// A thread's clock, and what it knows.
struct ThreadClock {
  uint32_t clock = 1;
  Knowledge::Pointer known{};
  Knowledge::Pointer fenced{}; ///< `known` at its last __threadfence; its atomic operations publish this
  Knowledge::Pointer fenced_block{}; ///< `known` at its last __threadfence_block
};

/// The knowledge that atomic operations on one address have published.
struct Told {
  Knowledge::Pointer all{};
  std::vector<std::pair<uint32_t, Knowledge::Pointer>>
      blocks{}; ///< for each block, what only its own threads may take over
};

} // namespace nova::plan
