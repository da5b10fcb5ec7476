// The tasks of a run. Private to the cpu device.
#pragma once
#include "jit/cpu/run.hpp"

namespace nova::plan {

/// A thread's context in a run. Its arena is a list of buffers; those after the one in use are free.
struct Run::Task : nova_task {
  Run& run;
  std::vector<BufferRef> arena;
  bool shares = true; ///< whether the thread may share calls; false while it works on a range
  uint64_t all_polls = 0;
  uint32_t polls = 0;        ///< polls since the innermost shared calls began
  uint32_t short_shares = 0; ///< how many times shared calls ended before the first poll
  Task(Run& r, nv_i64 number);
  void more(uint64_t bytes);
  void settle(nova_mark from, std::span<void*> columns, std::span<const nv_u64> bytes);

 private:
  size_t part(const char* end) const;
  std::vector<char> kept; ///< a temporary copy of columns that move within the arena
};

} // namespace nova::plan
