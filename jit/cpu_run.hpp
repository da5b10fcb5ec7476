// One run of a kernel: its buffers, its tasks, what stopped it (private to the cpu device).
#pragma once
#include "jit/cpu.hpp"
#include "jit/cpu_forks.hpp"
#include "jit/emit_c.hpp"
#include "runtime/fault.hpp"
#include "runtime/scalar_ops.h"
#include "jit/host.h"
#include <optional>

namespace nova::plan {

using Entry = int (*)(nova_task*, const nova_word* in, const nova_word* literals, nova_word* out);

class Run {
public:
  Run(ThreadPool& pool, const Stop& stop);
  ~Run();
  /// The entry point's answer; out gets the results' words.
  Answer run(Entry entry, const Plan& plan, std::span<const Word> inputs);

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
  bool settled(Task& t, Forks::Offer& o, bool ok);
  void make(Task& t, Forks::Offer& o);
  ResultColumn column(const void* place, Element e) const;

  ThreadPool& pool_;
  Forks forks_;
  const Stop& stop_;
  std::vector<std::unique_ptr<Task>> tasks_; ///< by thread
  mutable std::mutex mutex_;
  std::vector<BufferRef> buffers_;           ///< in the order of their making
  std::optional<Fault> fault_;
};

} // namespace nova::plan
