// One run of a kernel: its buffers, its tasks, what stopped it (private to the cpu device).
#pragma once
#include "jit/cpu/device.hpp"
#include "jit/cpu/work_stealing.hpp"
#include "jit/emit/c/emit_c.hpp"
#include "jit/kernels/c/host.h"
#include "runtime/fault.hpp"
#include "runtime/scalar/scalar_ops.h"
#include <optional>
#include <unordered_map>

namespace nova::plan {

using Entry = int (*)(nova_task*, const nova_word* in, const nova_word* literals, nova_word* out);

class Run {
 public:
  /// long_calls: calls side by side are shared from the first on, as worth it as in the run before.
  Run(ThreadPool& pool, const Stop& stop, bool long_calls);
  ~Run();
  /// The entry point's answer; out gets the results' words.
  Answer run(Entry entry, const Plan& plan, std::span<const Word> inputs);
  /// Were there calls worth sharing from the first on?
  bool has_long_calls() const;

 private:
  struct Task;
  struct Host;
  friend struct Host;
  /// Does something that may fail with a Fault; null (or false) if it did, and the run is over.
  template <class F> auto guarded(F f) -> decltype(f());
  bool may_go_on();
  void look_up(Task& t);
  bool beside(Task& t, nv_i64 count, nova_kernel kernel, const void* given);
  bool share_calls(Task& t, nv_i64 count, nova_kernel kernel, const void* given);
  bool make_all(Task& t, nv_i64 count, nova_kernel kernel, const void* given);
  bool settled(Task& t, StealQueue::Offer& o, bool ok);
  void make(Task& t, StealQueue::Offer& o);
  ResultColumn column(const void* place, Element e) const;

  ThreadPool& pool_;
  StealQueue queue_;
  const Stop& stop_;
  std::vector<std::unique_ptr<Task>> tasks_; ///< by thread
  mutable std::mutex mutex_;
  /// A buffer, and where it lies: nowhere (and of no size) while the thread that grows it moves it.
  struct Held {
    BufferRef buffer;
    const std::byte* place;
    uint64_t size;
    explicit Held(const BufferRef& b) : buffer(b), place(b->bytes()), size(b->size()) {}
  };
  std::vector<Held> buffers_; ///< in the order of their making
  std::unordered_map<const Buffer*, uint64_t>
      to_shrink_; ///< if they turn out to be results: to so many bytes
  std::optional<Fault> fault_;
  bool long_calls_;                            ///< as the run before had them
  std::atomic<bool> met_long_calls_ = false;   ///< not shared at first, and then for long
  std::chrono::nanoseconds longest_share_{-1}; ///< of the outermost calls that were shared
};

} // namespace nova::plan
