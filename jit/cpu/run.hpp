// One run of a kernel: its buffers, the tasks (contexts) of its threads, and the Fault that stopped it, if any.
// Private to the cpu device.
#pragma once
#include "jit/cpu/device.hpp"
#include "jit/cpu/work_stealing.hpp"
#include "jit/emit/c/emit_c.hpp"
#include "jit/kernels/c/host.h"
#include "jit/kernels/c/reach.h"
#include "runtime/fault.hpp"
#include "runtime/ranks/division.hpp"
#include "runtime/scalar/scalar_narrow.h"
#include <optional>
#include <unordered_map>

namespace nova::plan {

using Entry = int (*)(nova_task*, const nova_word* in, const nova_word* literals, nova_word* out);

template <class T> class SortedRuns;

class Run {
 public:
  /// `long_calls`: whether threads share independent calls from the start of the run, because that paid off in the
  /// kernel's previous run.
  /// `division`: how the ranks of a job share the run, or null.
  Run(ThreadPool& pool, const Stop& stop, bool long_calls, Division* division);
  ~Run();
  /// Calls the entry point on the inputs and returns its results. Throws the Fault that stopped the run, if any.
  /// `rooms`: the bytes of each input's column.
  Answer run(Entry entry, const Plan& plan, std::span<const Word> inputs,
             std::span<const uint64_t> rooms = {});
  /// Whether the next run should share independent calls from the start.
  bool has_long_calls() const;

 private:
  struct Task;
  struct Host;
  friend struct Host;
  /// Calls f and returns its result. If f throws a Fault, stores it in `fault_`, stops the run, and returns null or
  /// false.
  template <class F> auto guarded(F f) -> decltype(f());
  bool may_go_on();
  bool parallel(Task& t, Division::Range units, nv_i64 grain, nova_kernel kernel, const void* given);
  /// A kernel whose units ranks may share.
  struct Job {
    nv_i64 units, grain;
    nova_kernel kernel;
    const void* given;
    std::vector<JobColumn> columns; ///< that it fills
    const nova_access* access;      ///< null: its columns are wanted whole
    const void* code() const { return reinterpret_cast<const void*>(kernel); }
    JobCut cut() const { return access ? JobCut{access->width, access->even != 0} : JobCut{}; }
  };
  /// Whether ranks share a job, and how many units this rank, and all ranks, have computed before that was decided.
  struct Choice {
    bool shares;
    int64_t here = 0, done = 0;
  };
  std::optional<Choice> choose(Task& t, const Job& job);
  std::optional<Choice> decided(Task& t, const Job& job);
  bool shared(Task& t, const Job& job);
  bool each_rank(Task& t, const Job& job);
  /// What is sorted, as in nova_host::sort.
  struct SortJob {
    int type;
    const void* in;
    void *out, *other;
    nv_i64 n;
  };
  bool sort(Task& t, const SortJob& job);
  template <class T> bool sort_shared(Task& t, const SortJob& job);
  template <class T> bool learn_samples(Task& t, SortedRuns<T>& sorted);
  template <class T> bool learn_cuts(Task& t, const SortedRuns<T>& sorted, const JobColumn& runs);
  template <class T>
  bool merge_part(Task& t, const SortedRuns<T>& sorted, const JobColumn& runs, const JobColumn& out);
  static void wish(std::vector<ColumnWish>& all, int rank, const JobColumn& c, int64_t begin, int64_t end);
  bool whole(Task& t, const Job& job, int64_t here);
  bool divided(Task& t, const Job& job, int64_t here, int64_t done);
  bool try_out(Task& t, const Job& job, Division::Trial& trial);
  std::vector<ColumnWish> wishes(Task& t, const Job& job, Division::Range units, int rank) const;
  std::vector<ColumnWish> wishes(Task& t, const Job& job) const;
  bool route(Task& t, std::span<const JobColumn> columns, const nv_i64* bounds, const nv_i64* counts);
  bool fetch(Task& t, std::span<const nova_piece> pieces);
  bool finished(Task& t, std::span<const nova_word> out, const Plan& plan, bool good);
  nova_span values(const nv_i64* column, nova_span at, bool ascending);
  bool take(Task& t, Division::Failure failure);
  Division::Failure failure_of(const Task& t, bool good) const;
  bool is_ending() const;
  void look_up(Task& t);
  bool beside(Task& t, nv_i64 count, nova_kernel kernel, const void* given);
  bool share_calls(Task& t, nv_i64 count, nova_kernel kernel, const void* given);
  bool make_all(Task& t, nv_i64 count, nova_kernel kernel, const void* given);
  bool settled(Task& t, StealQueue::Offer& o, bool ok);
  void make(Task& t, StealQueue::Offer& o);
  /// Gives t the failure of the first task that has one, after a job in which any thread may have failed.
  void hand_on_failure(nova_task& t) const;
  ResultColumn column(const void* place, Element e) const;
  /// Returns the buffer in which the address lies; nothing if it is another's memory.
  std::span<const std::byte> memory_of(const void* place) const;

  ThreadPool& pool_;
  StealQueue queue_;
  const Stop& stop_;
  Division* const division_;
  std::vector<std::unique_ptr<Task>> tasks_; ///< one for each thread
  mutable std::mutex mutex_;
  /// A buffer, its address and its size in bytes. While a thread grows the buffer, the address is null and the size
  /// is 0, since the buffer may move meanwhile.
  struct Held {
    BufferRef buffer;
    const std::byte* place;
    uint64_t size;
    explicit Held(const BufferRef& b) : buffer(b), place(b->bytes()), size(b->size()) {}
  };
  void forget(const Held& held);
  /// The inputs, and the least and the greatest of their elements in some ranges.
  struct Inputs {
    std::span<const Word> words;
    std::span<const uint64_t> rooms;
    std::map<std::pair<const nv_i64*, std::pair<nv_i64, nv_i64>>, nova_span> known;
  } inputs_;
  std::vector<Held> buffers_; ///< in the order of their creation
  /// Maps a buffer to the number of bytes to which it is shrunk at the end of the run if it holds a result.
  std::unordered_map<const Buffer*, uint64_t> to_shrink_;
  std::optional<Fault> fault_;
  bool long_calls_;                            ///< whether threads share calls from the start of this run
  std::atomic<bool> met_long_calls_ = false;   ///< whether calls in this run became long enough to share
  std::chrono::nanoseconds longest_share_{-1}; ///< how long the longest job of `beside` took; -1 if none
};

} // namespace nova::plan
