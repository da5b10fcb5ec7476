#include "jit/cpu/run.hpp"
#include "frontend/source/big_stack.hpp"
#include "jit/cpu/digit_sort.hpp"
#include "jit/cpu/float_trees.hpp"
#include "jit/cpu/run_task.hpp"
#include "runtime/buffer.hpp"
#include <algorithm>
#include <bit>
#include <cstring>
#include <thread>
#include <utility>

namespace nova::plan {

namespace {

/// Returns the lowest address of the thread's stack that calls may reach. The memory limit bounds the stack too.
const char* stack_floor() {
  const char *low = stack_limit(), *here = stack_address();
  const auto all = static_cast<uint64_t>(here - low);
  return Memory::limit() < all ? here - Memory::limit() : low;
}

/// Returns the fastest sorts for this machine; all give the same results.
const DigitSorts& digit_sorts_here() {
#ifdef __x86_64__
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2")) return digit_sorts_v3;
#endif
  return digit_sorts;
}

/// Sets a variable to another value for the lifetime of this object, and then restores it.
template <class T> class Restored {
 public:
  Restored(T& v, T now) : v_(v), before_(std::exchange(v, now)) {}
  ~Restored() { v_ = before_; }
  Restored(const Restored&) = delete;

 private:
  T& v_;
  T before_;
};

/// Returns how many levels of nested calls the threads share: enough for a few dozen calls for each thread, and 0 if
/// there is only one thread.
nv_i64 levels_for(uint32_t threads) { return threads > 1 ? 5 + std::bit_width(threads - 1) : 0; }

// Arithmetic code polls about every 10 us. Calls that begin after `polls_of_long_runs` polls are worth sharing, since
// they may take as long as the work before them. So their nested calls are shared too, down to the level at which a
// call takes about 50 us.
constexpr uint32_t polls_of_long_runs = 8, most_short_shares = 64;
constexpr std::chrono::microseconds worth_sharing{100};
nv_i64 light_levels_for(uint32_t polls) { return std::bit_width(polls / polls_of_long_runs); }

} // namespace

// ---- the callbacks of compiled code (nova_host) ----

struct Run::Host {
  static Run& of(nova_task* t) { return static_cast<Task*>(t)->run; }

  static void* alloc(nova_task* t, nv_i64 count, nv_i64 size) {
    Run& r = of(t);
    return r.guarded([&]() -> void* {
      const uint64_t bytes =
          checked_bytes(static_cast<uint64_t>(std::max<int64_t>(count, 1)), static_cast<uint64_t>(size));
      // With a byte more, the address behind a column, which an empty part of it has, is in no other buffer.
      const BufferRef made = std::make_shared<Buffer>(bytes + (r.division_ ? 1 : 0));
      const std::lock_guard lock(r.mutex_);
      r.to_shrink_.erase(made.get()); // removes the entry of a freed buffer that had the same address
      return r.buffers_.emplace_back(made), made->bytes();
    });
  }

  static void* grow(nova_task* t, void* column, nv_i64 used, nv_i64 need, nv_i64* room, nv_i64 size) {
    const int64_t wanted = std::max<int64_t>(need + need / 2, 64);
    Run& r = of(t);
    if (!column) return *room = wanted, alloc(t, wanted, size);
    return r.guarded([&]() -> void* {
      const Moving moving(r, column);
      moving.buffer->resize(checked_bytes(static_cast<uint64_t>(wanted), static_cast<uint64_t>(size)));
      (void)used; // resize keeps the elements
      return *room = wanted, moving.buffer->bytes();
    });
  }

  /// Holds a column's buffer while a thread resizes it. During that time other threads, which look up buffers by
  /// address, can't find it.
  struct Moving {
    Run& run;
    BufferRef buffer;
    Moving(Run& r, const void* column) : run(r) {
      const std::lock_guard lock(r.mutex_);
      Held& held = *std::ranges::find(r.buffers_, column, &Held::place);
      run.forget(held);
      buffer = held.buffer, held.place = nullptr, held.size = 0;
      r.to_shrink_.erase(buffer.get());
    }
    ~Moving() {
      const std::lock_guard lock(run.mutex_);
      *std::ranges::find(run.buffers_, buffer, &Held::buffer) = Held(buffer);
    }
    Moving(const Moving&) = delete;
  };

  /// Shrinks a column to `count` elements and returns its address, which may change, since nothing else uses it yet.
  /// A buffer below 16 MiB is shrunk only at the end of the run, and only if it holds a result. Without a result, its
  /// memory is reused whole by a buffer of the next run: releasing pages and getting them again takes longer than
  /// filling them.
  static void* shrink(nova_task* t, void* column, nv_i64 count, nv_i64 size) {
    constexpr uint64_t large = uint64_t{16} << 20;
    Run& r = of(t);
    return r.guarded([&]() -> void* {
      const std::lock_guard lock(r.mutex_);
      const auto bytes = static_cast<uint64_t>(std::max<int64_t>(count, 1) * size);
      const auto held = std::ranges::find(r.buffers_, column, &Held::place);
      if (!column || held == r.buffers_.end()) return column;
      const BufferRef buffer = held->buffer;
      if (held->size < large) return r.to_shrink_[buffer.get()] = bytes, column;
      r.forget(*held);
      return buffer->resize(bytes), *held = Held(buffer), buffer->bytes();
    });
  }

  static void drop(nova_task* t, void* column) {
    Run& r = of(t);
    const std::lock_guard lock(r.mutex_);
    std::erase_if(r.buffers_,
                  [&](const Held& h) { return column && h.place == column && (r.forget(h), true); });
  }

  static nv_i64 mark(nova_task* t) {
    Run& r = of(t);
    const std::lock_guard lock(r.mutex_);
    return static_cast<nv_i64>(r.buffers_.size());
  }

  static void keep(nova_task* t, nv_i64 mark, const void* const* live, nv_i64 count) {
    Run& r = of(t);
    const std::lock_guard lock(r.mutex_);
    const auto dead = [&](const Held& h) {
      const std::byte *from = h.place, *to = from + h.size;
      const bool is_dead =
          from && std::none_of(live, live + count, [&](const void* p) { return p >= from && p <= to; });
      return is_dead && (r.forget(h), true);
    };
    r.buffers_.erase(std::remove_if(r.buffers_.begin() + mark, r.buffers_.end(), dead), r.buffers_.end());
  }

  static int more(nova_task* t, nv_u64 bytes) {
    return of(t).guarded([&] { return static_cast<Task*>(t)->more(bytes), true; }) ? 0 : 1;
  }

  static int settle(nova_task* t, char* at, char* end, void** columns, const nv_u64* bytes, nv_i64 count) {
    const auto n = static_cast<size_t>(count);
    return of(t).guarded([&] {
      return static_cast<Task*>(t)->settle({at, end}, std::span(columns, n), std::span(bytes, n)), true;
    })
               ? 0
               : 1;
  }

  static int parallel(nova_task* t, nv_i64 units, nv_i64 grain, nova_kernel kernel, const void* given) {
    return of(t).parallel(*static_cast<Task*>(t), {0, units}, grain, kernel, given) ? 0 : 1;
  }

  static std::vector<JobColumn> columns_of(const nova_filled* filled, nv_i64 count) {
    std::vector<JobColumn> columns;
    for (const nova_filled& f : std::span(filled, static_cast<size_t>(count)))
      columns.push_back({static_cast<std::byte*>(f.column), static_cast<uint64_t>(f.bytes),
                         static_cast<uint64_t>(f.size), reinterpret_cast<const int64_t*>(f.offsets)});
    return columns;
  }

  static int shared(nova_task* t, nv_i64 units, nv_i64 grain, nova_kernel kernel, const void* given,
                    const nova_filled* filled, nv_i64 count) {
    Run& r = of(t);
    Task& task = *static_cast<Task*>(t);
    if (!r.division_ || r.queue_.are_on()) return r.parallel(task, {0, units}, grain, kernel, given) ? 0 : 1;
    return r.guarded([&] {
      return r.shared(task, {units, grain, kernel, given, columns_of(filled, count), nullptr});
    })
               ? 0
               : 1;
  }

  static int divided(nova_task* t, nv_i64 units, nv_i64 grain, nova_kernel kernel, const void* given,
                     const nova_filled* filled, nv_i64 count, const nova_access* access) {
    Run& r = of(t);
    Task& task = *static_cast<Task*>(t);
    if (!r.division_ || r.queue_.are_on()) return r.parallel(task, {0, units}, grain, kernel, given) ? 0 : 1;
    return r.guarded([&] {
      return r.shared(task, {units, grain, kernel, given, columns_of(filled, count), access});
    })
               ? 0
               : 1;
  }

  static int chooses(nova_task* t, nv_i64 units, nv_i64 grain, nova_kernel kernel, const void* given,
                     const nova_filled* filled, nv_i64 count, const nova_access* access, int* shares) {
    Run& r = of(t);
    *shares = 0;
    if (!r.division_ || r.queue_.are_on()) return 0;
    return r.guarded([&] {
      const auto choice =
          r.choose(*static_cast<Task*>(t), {units, grain, kernel, given, columns_of(filled, count), access});
      return *shares = choice && choice->shares, choice.has_value();
    })
               ? 0
               : 1;
  }

  static int part(nova_task* t, nv_i64 units, nv_i64 grain, nova_kernel kernel, const void* given,
                  const nova_filled* filled, nv_i64 count, const nova_access* access) {
    Run& r = of(t);
    return r.guarded([&] {
      return r.divided(*static_cast<Task*>(t),
                       {units, grain, kernel, given, columns_of(filled, count), access}, 0, 0);
    })
               ? 0
               : 1;
  }

  static nv_i64 ranks(nova_task* t) {
    const Run& r = of(t);
    return r.division_ && !r.queue_.are_on() ? r.division_->size() : 1;
  }

  static int each_rank(nova_task* t, nova_kernel kernel, const void* given, const nova_filled* filled,
                       nv_i64 count) {
    Run& r = of(t);
    return r.guarded([&] {
      return r.each_rank(*static_cast<Task*>(t),
                         {ranks(t), 0, kernel, given, columns_of(filled, count), nullptr});
    })
               ? 0
               : 1;
  }

  static void bounds(nova_task* t, nv_i64 units, nv_i64* bounds) {
    const Run& r = of(t);
    const nv_i64 size = ranks(t);
    for (int k = 0; k < size; ++k)
      bounds[k] = size == 1 ? 0 : r.division_->parts({0, units}, {1, true}, k)[0].begin;
    bounds[size] = units;
  }

  static int route(nova_task* t, const nova_filled* columns, nv_i64 count, const nv_i64* bounds,
                   const nv_i64* counts) {
    Run& r = of(t);
    return r.guarded(
               [&] { return r.route(*static_cast<Task*>(t), columns_of(columns, count), bounds, counts); })
               ? 0
               : 1;
  }

  static int sort(nova_task* t, int type, const void* in, void* out, void* other, nv_i64 n) {
    Run& r = of(t);
    if (!r.division_ || r.queue_.are_on()) return t->host->sort(t, type, 1, in, out, other, n);
    return r.guarded([&] { return r.sort(*static_cast<Task*>(t), {type, in, out, other, n}); }) ? 0 : 1;
  }

  static int fetch(nova_task* t, const nova_piece* pieces, nv_i64 count) {
    Run& r = of(t);
    if (!r.division_ || !r.division_->has_parts() || r.queue_.are_on()) return 0;
    return r.guarded([&] {
      return r.fetch(*static_cast<Task*>(t), {pieces, static_cast<size_t>(count)});
    })
               ? 0
               : 1;
  }

  static nova_span values(nova_task* t, const nv_i64* column, nova_span at, int ascending) {
    return of(t).values(column, at, ascending != 0);
  }

  static int beside(nova_task* t, nv_i64 count, nova_kernel kernel, const void* given) {
    return of(t).beside(*static_cast<Task*>(t), count, kernel, given) ? 0 : 1;
  }

  /// Waits until `*turn` is `begin`; returns 1 if the run has to stop, else 0. The wait is short, since another thread is
  /// working on the range before. So the thread spins at first. Then it sleeps: the other one may need its core. A sleep
  /// lasts longer than most ranges, and makes the ranges behind wait, too.
  static int wait(nova_task* t, nv_i64* turn, nv_i64 begin) {
    constexpr std::chrono::microseconds pause{20};
    const auto is_turn = [&] { return nova_is_turn(turn, begin); };
    if (is_turn() || of(t).pool_.soon(is_turn)) return 0;
    for (; !is_turn(); std::this_thread::sleep_for(pause))
      if (poll(t)) return 1;
    return 0;
  }

  static int poll(nova_task* t) {
    Run& r = of(t);
    r.look_up(*static_cast<Task*>(t));
    return r.pool_.stopped() || !r.may_go_on();
  }

  static const nova_host table;
  static const nova_divider divider;
};

const nova_divider Run::Host::divider = {divided, chooses, part, ranks, each_rank,
                                         bounds,  route,   sort, fetch, values};

const nova_host Run::Host::table = {alloc,
                                    grow,
                                    shrink,
                                    drop,
                                    mark,
                                    keep,
                                    more,
                                    settle,
                                    parallel,
                                    shared,
                                    beside,
                                    wait,
                                    poll,
                                    digit_sorts_here().sort,
                                    digit_sorts_here().order,
                                    float_trees.tree,
                                    float_trees.levels,
                                    float_trees.cells,
                                    float_trees.runs,
                                    &divider};

Run::Task::Task(Run& r, nv_i64 number)
    : nova_task{&Host::table, nullptr, nullptr, NOVA_FUEL, 0, nullptr, r.pool_.threads(), number, 1, 0, 0},
      run(r) {}

/// Returns the index of the arena's buffer that ends at `end_of`; the number of buffers if none does.
size_t Run::Task::part(const char* end_of) const {
  const auto at = std::find_if(arena.begin(), arena.end(), [&](const BufferRef& b) {
    return reinterpret_cast<const char*>(b->bytes()) + b->size() == end_of;
  });
  return static_cast<size_t>(at - arena.begin());
}

/// Moves those of the live `columns` that lie in the arena above the mark `from` down to the mark, and sets their new
/// addresses. Does nothing unless that frees more bytes than it moves. `bytes`: the size of each column.
void Run::Task::settle(nova_mark from, std::span<void*> columns, std::span<const nv_u64> bytes) {
  const size_t first = part(from.end), last = part(end);
  std::vector<bool> above(columns.size());
  uint64_t used = 0, live = 0;
  for (size_t k = first < arena.size() ? first : 0; k <= last && k < arena.size(); ++k) {
    const char *begin = k == first ? from.at : reinterpret_cast<char*>(arena[k]->bytes()),
               *to = k == last ? at : reinterpret_cast<char*>(arena[k]->bytes()) + arena[k]->size();
    used += static_cast<uint64_t>(to - begin);
    for (size_t c = 0; c < columns.size(); ++c)
      if (const char* p = static_cast<char*>(columns[c]); p >= begin && p <= to && !above[c])
        above[c] = true, live += bytes[c];
  }
  if (used < 2 * live + 32768) return;
  kept.clear();
  for (size_t c = 0; c < columns.size(); ++c)
    if (const char* p = static_cast<char*>(columns[c]); above[c]) kept.insert(kept.end(), p, p + bytes[c]);
  at = from.at, end = from.end;
  const char* p = kept.data();
  for (size_t c = 0; c < columns.size(); ++c) {
    if (!above[c]) continue;
    const uint64_t room = (bytes[c] + 64) & ~uint64_t{63};
    if (room > static_cast<uint64_t>(end - at)) more(room);
    std::memcpy(columns[c] = at, p, bytes[c]);
    at += room, p += bytes[c];
  }
}

void Run::Task::more(uint64_t bytes) {
  const size_t current = part(end), next = current == arena.size() ? 0 : current + 1;
  const auto from = arena.begin() + static_cast<ptrdiff_t>(std::min(next, arena.size()));
  const auto fits = std::find_if(from, arena.end(), [&](const BufferRef& b) { return b->size() >= bytes; });
  if (fits != arena.end()) {
    std::iter_swap(from, fits); // buffers behind the one in use are free, and their order does not matter
  } else {
    const uint64_t grown =
        arena.empty() ? uint64_t{64} << 10 : std::min<uint64_t>(arena.back()->size() * 2, uint64_t{8} << 20);
    arena.erase(from, arena.end());
    arena.push_back(std::make_shared<Buffer>(std::max(bytes, grown)));
  }
  at = reinterpret_cast<char*>(arena[next]->bytes());
  end = at + arena[next]->size();
}

// ---- a run ----

Run::Run(ThreadPool& pool, const Stop& stop, bool long_calls, Division* division)
    : pool_(pool), queue_(pool), stop_(stop), division_(division), long_calls_(long_calls) {
  pool.begin();
  for (uint32_t k = 0; k < pool.threads(); ++k) tasks_.push_back(std::make_unique<Task>(*this, k));
}
Run::~Run() = default;

template <class F> auto Run::guarded(F f) -> decltype(f()) {
  try {
    return f();
  } catch (Fault& fault) {
    const std::lock_guard lock(mutex_);
    if (!fault_) fault_ = std::move(fault);
  } catch (const std::bad_alloc&) {
    const std::lock_guard lock(mutex_);
    if (!fault_) fault_ = Fault{"E0601", {"what a kernel keeps", "all that the machine gives", "none"}};
  }
  pool_.stop();
  return {};
}

bool Run::may_go_on() {
  return guarded([&] {
    stop_.check();
    return true;
  });
}

/// Runs the kernel on the units. A grain of 0 is one call in this task.
bool Run::parallel(Task& t, Division::Range units, nv_i64 grain, nova_kernel kernel, const void* given) {
  if (grain == 0) return !kernel(&t, given, units.begin, units.end) && may_go_on();
  const bool all =
      pool_.run(units.end - units.begin, grain, [&](uint32_t thread, int64_t begin, int64_t end) {
        Task& task = *tasks_[thread];
        task.stack_low = stack_floor();
        const Restored levels(task.levels, nv_i64{0}), light(task.light_levels, nv_i64{0});
        const Restored shares(task.shares, false);
        return !kernel(&task, given, units.begin + begin, units.begin + end) && may_go_on();
      });
  if (!all) hand_on_failure(t);
  return all;
}

// ---- independent calls ----

/// Runs `count` independent calls, which threads may share. If these calls are not nested in shared ones, runs them
/// as a job of the pool, in which the workers wait for offers. Returns false if a call failed.
bool Run::beside(Task& t, nv_i64 count, nova_kernel kernel, const void* given) {
  if (queue_.are_on()) return share_calls(t, count, kernel, given);
  bool ok = false;
  const auto before = std::chrono::steady_clock::now();
  queue_.begin();
  pool_.run(pool_.threads(), -1, [&](uint32_t thread, int64_t, int64_t) {
    Task& own = *tasks_[thread];
    own.stack_low = stack_floor();
    const Restored together(own.alone, nv_i64{0});
    if (thread == 0 && long_calls_) pool_.wake();
    if (thread == 0 && queue_.are_on())
      ok = share_calls(own, count, kernel, given), queue_.end();
    else
      while (StealQueue::Offer* o = queue_.take()) make(own, *o);
    return true;
  });
  longest_share_ =
      std::max<std::chrono::nanoseconds>(longest_share_, std::chrono::steady_clock::now() - before);
  return ok;
}

/// Called at each poll: wakes the workers if the job has become long, and allows sharing once calls have become long.
void Run::look_up(Task& t) {
  if (t.number == 0) pool_.look_up();
  ++t.all_polls;
  if (!t.shares) return;
  if (++t.polls == polls_of_long_runs) t.short_shares = 0, met_long_calls_ = true;
  t.light_levels = std::max(t.light_levels, std::min(light_levels_for(t.polls), levels_for(pool_.threads())));
}

/// If this run shared calls from the start, returns whether the longest job of shared calls took more than
/// `worth_sharing`. Otherwise returns whether long calls occurred in this run or in the one before.
bool Run::has_long_calls() const {
  if (long_calls_ && longest_share_.count() >= 0) return longest_share_ > worth_sharing;
  return long_calls_ || met_long_calls_;
}

bool Run::share_calls(Task& t, nv_i64 count, nova_kernel kernel, const void* given) {
  const uint64_t before = t.all_polls;
  const bool ok = make_all(t, count, kernel, given);
  if (t.all_polls == before && ++t.short_shares == most_short_shares) t.light_levels = t.polls = 0;
  return ok;
}

bool Run::make_all(Task& t, nv_i64 count, nova_kernel kernel, const void* given) {
  const Restored levels(t.levels, std::max<nv_i64>(t.levels - 1, 0)),
      light(t.light_levels, std::max<nv_i64>(t.light_levels - 1, 0));
  const Restored polls(t.polls, 0u);
  std::vector<StealQueue::Offer> others;
  for (nv_i64 k = 1; k < count; ++k) others.push_back({kernel, given, k, t.levels, t.light_levels});
  for (StealQueue::Offer& o : others) queue_.offer(o);
  if (t.number == 0) pool_.look_up();
  bool ok = !kernel(&t, given, 0, 1);
  for (; !others.empty(); others.pop_back()) ok = settled(t, others.back(), ok);
  if (!ok) pool_.stop();
  return ok;
}

/// Runs the offered call unless another thread has taken it or an earlier call has failed (`ok` is false). If another
/// thread has taken it, waits for that thread; until then runs other offers, as long as half of the stack is free.
/// Returns whether all calls so far succeeded.
bool Run::settled(Task& t, StealQueue::Offer& o, bool ok) {
  if (queue_.take_back(o)) return ok && !o.kernel(&t, o.given, o.number, o.number + 1);
  if (!ok) pool_.stop();
  const bool helps = stack_address() - t.stack_low > static_cast<ptrdiff_t>(big_stack_bytes / 2);
  while (StealQueue::Offer* other = queue_.take(&o, helps)) make(t, *other);
  if (o.failed) t.failed = o.failed;
  return ok && o.ok;
}

/// Runs a call that another thread has offered.
void Run::make(Task& t, StealQueue::Offer& o) {
  const Restored levels(t.levels, o.levels), light(t.light_levels, o.light_levels),
      failed(t.failed, nv_i64{0});
  const Restored polls(t.polls, 0u);
  const bool ok = !pool_.stopped() && !o.kernel(&t, o.given, o.number, o.number + 1);
  if (!ok) pool_.stop();
  queue_.finish(o, ok, t.failed);
}

void Run::hand_on_failure(nova_task& t) const {
  const auto failed = std::ranges::find_if(tasks_, [](const auto& task) { return task->failed != 0; });
  if (failed != tasks_.end()) t.failed = (*failed)->failed;
}

ResultColumn Run::column(const void* place, Element e) const {
  const auto* p = static_cast<const std::byte*>(place);
  for (const Held& h : buffers_)
    if (p >= h.place && p < h.place + h.size)
      return {h.buffer, (p - h.place) / static_cast<int64_t>(element_size(e)), nullptr};
  for (const Held& h : buffers_) // an empty column may lie at a buffer's end
    if (p == h.place + h.size) return {h.buffer, static_cast<int64_t>(h.size / element_size(e)), nullptr};
  return {nullptr, 0, place};
}

Answer Run::run(Entry entry, const Plan& plan, std::span<const Word> inputs,
                std::span<const uint64_t> rooms) {
  inputs_ = {inputs, rooms, {}};
  static_assert(sizeof(Word) == sizeof(nova_word));
  std::vector<nova_word> in(inputs.size()), out(plan.body.results.size());
  static const uint64_t nothing = 0; // an empty column needs an address too
  for (size_t k = 0; k < inputs.size(); ++k) {
    std::memcpy(&in[k], &inputs[k], sizeof(Word));
    if (plan[plan.body.params[k]].column && !in[k].column) in[k].column = const_cast<uint64_t*>(&nothing);
  }
  std::vector<nova_word> words;
  for (uint64_t w : literals(plan)) words.push_back({static_cast<nv_i64>(w)});
  Answer answer;
  tasks_[0]->stack_low = stack_floor(), tasks_[0]->levels = levels_for(pool_.threads());
  if (long_calls_) tasks_[0]->light_levels = tasks_[0]->levels;
  bool over = entry(tasks_[0].get(), in.data(), words.data(), out.data()) != 0;
  if (division_ && !is_ending()) over = !guarded([&] { return finished(*tasks_[0], out, plan, !over); });
  if (fault_) throw std::move(*fault_);
  if (over)
    return answer.failed = true,
           answer.site = static_cast<uint32_t>(std::max<int64_t>(tasks_[0]->failed - 1, 0)), answer;
  for (size_t k = 0; k < out.size(); ++k) {
    const VarType t = plan[plan.body.results[k]];
    if (t.column)
      answer.columns.push_back(column(out[k].column, t.element));
    else
      answer.scalars.push_back(static_cast<uint64_t>(out[k].i64));
  }
  for (const ResultColumn& c : answer.columns)
    if (const auto at = to_shrink_.find(c.buffer.get()); at != to_shrink_.end()) c.buffer->resize(at->second);
  return answer;
}

} // namespace nova::plan
