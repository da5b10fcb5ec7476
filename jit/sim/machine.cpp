#include "jit/sim/machine.hpp"
#include "runtime/buffer.hpp"
#include <algorithm>

namespace nova::plan {

using namespace boost::context::detail;

namespace {

constexpr uint32_t resident = 3;            ///< the number of blocks that run at the same time
constexpr uint64_t most_pauses = 2'000'000; ///< more pauses without progress are a deadlock
/// The number of fiber switches between two calls of `give_up`. So many switches take some milliseconds.
constexpr uint64_t turns_between = 256;

} // namespace

// ---- memory ----

SimMemory::~SimMemory() {
  for (const auto& [place, bytes] : all_) std::free(const_cast<char*>(place));
}

void* SimMemory::allocate(uint64_t bytes) {
  void* place = std::aligned_alloc(256, (bytes + 255) / 256 * 256);
  if (!place) fail("E0601", {"the simulated device's memory", "all that the machine gives", "none"});
  all_[static_cast<char*>(place)] = bytes;
  return place;
}

void SimMemory::release(void* place) noexcept {
  const auto at = all_.find(static_cast<char*>(place));
  if (at == all_.end()) return;
  all_.erase(at), last_ = {nullptr, 0};
  std::free(place);
}

bool SimMemory::holds(const void* at, uint64_t bytes) {
  const auto* p = static_cast<const char*>(at);
  if (last_.first && p >= last_.first && p + bytes <= last_.first + last_.second) return true;
  auto next = all_.upper_bound(p);
  if (next == all_.begin()) return false;
  --next;
  if (p + bytes > next->first + next->second) return false;
  last_ = *next;
  return true;
}

/// Whether the byte at `at` lies in an allocation.
bool SimMemory::owns(const void* at) const {
  const auto* p = static_cast<const char*>(at);
  auto next = all_.upper_bound(p);
  return next != all_.begin() && p < std::prev(next)->first + std::prev(next)->second;
}

// ---- a launch ----

SimMachine* SimMachine::current_ = nullptr;

SimMachine::SimMachine(SimCalls& calls, SimMemory& memory, std::pair<const char*, const char*> module,
                       FiberStacks& stacks, uint64_t seed, SimWatch* watch, bool uses_heap)
    : calls_(calls), memory_(memory), module_(module), stacks_(stacks), scheduler_(seed, stacks),
      watch_(watch), uses_heap_(uses_heap) {}

/// Runs the launch. Every thread of a block gets a fiber; the fiber that runs next is drawn at random. Blocks begin
/// in order, which a GPU may also do.
void SimMachine::run(void (*kernel)(const GpuTask*, const uint64_t*), const std::string& name,
                     const GpuGrid& grid, const GpuTask& task, std::span<const uint64_t> words,
                     const std::function<void()>& give_up) {
  kernel_ = kernel, task_ = &task, name_ = name, grid_ = grid, current_ = this;
  words_.resize(std::max<size_t>(512, 2 * words.size()));
  std::ranges::copy(words, words_.begin());
  calls_ = {nullptr, barrier, shuffle, pick, ballot, pause, touch};
  const uint32_t at_once = std::min(resident, grid.blocks);
  stacks_.reserve(size_t{at_once} * grid.threads);
  uint32_t next = 0;
  for (; next < at_once; ++next) {
    blocks_.push_back(std::make_unique<Block>());
    blocks_.back()->fibers.resize(grid.threads);
    for (uint32_t t = 0; t < grid.threads; ++t)
      blocks_.back()->fibers[t].stack = stacks_.stack(next * grid.threads + t);
    begin(*blocks_.back(), next);
  }
  for (uint64_t turn = 0; scheduler_.has_runnable(); ++turn) {
    if (turn % turns_between == 0 && give_up) give_up();
    const auto& f = static_cast<Fiber&>(scheduler_.draw());
    calls_.now = &f.info;
    scheduler_.resume();
    if (!error_.empty()) throw DeviceError{error_};
    Block& b = *f.block;
    if (b.alive == 0 && next < grid.blocks) begin(b, next++);
  }
  for (const auto& b : blocks_)
    if (b->alive)
      throw DeviceError{"deadlock in " + name_ + ": block " + std::to_string(b->fibers[0].info.block) +
                        " waits for ever"};
}

void SimMachine::begin(Block& b, uint32_t index) {
  b.alive = grid_.threads, b.waiting = 0, b.barriers = 0, b.votes = 0;
  b.shared.assign(grid_.shared, 0xcd), b.written.assign(grid_.shared, false);
  b.in_exchange.assign((grid_.threads + 31) / 32, 0);
  for (uint32_t t = 0; t < grid_.threads; ++t) {
    Fiber& f = b.fibers[t];
    f.info = {t, index, grid_.threads, grid_.blocks, b.shared.data()};
    f.block = &b, f.done = false, f.waits_at = 0;
    scheduler_.start(f, enter);
  }
}

void SimMachine::enter(transfer_t from) {
  SimMachine& m = *current_;
  m.scheduler_.enter(from);
  m.kernel_(m.task_, m.words_.data());
  Fiber& me = m.running();
  Block& b = *me.block;
  me.done = true, --b.alive, m.pauses_ = 0;
  if (b.waiting)
    m.report("barrier divergence in " + m.name_ + ": thread " + std::to_string(me.info.thread) +
             " of block " + std::to_string(me.info.block) + " has ended, others wait");
  m.scheduler_.leave();
}

/// Ends the launch with this error. It does not return: the scheduler throws, and the fibers are never resumed.
void SimMachine::report(const std::string& what) {
  error_ = what;
  for (;;) scheduler_.leave();
}

// ---- functions that the shim calls ----

int SimMachine::barrier(int vote, int number) {
  SimMachine& m = *current_;
  m.wait_for_block(vote, number);
  return m.running().block->result;
}

void SimMachine::wait_for_block(int vote, int number) {
  Fiber& me = running();
  Block& b = *me.block;
  pauses_ = 0;
  if (b.alive < grid_.threads)
    report("barrier divergence in " + name_ + ": some threads of block " + std::to_string(me.info.block) +
           " have ended");
  if (b.waiting && b.barrier != number) report_divergence(number);
  b.barrier = number;
  b.votes += vote != 0, me.waits_at = number;
  if (++b.waiting == b.alive) {
    b.result = b.votes;
    release_waiting(b);
    return scheduler_.yield();
  }
  scheduler_.leave();
}

void SimMachine::report_divergence(int number) {
  const Fiber& me = running();
  const auto other = std::ranges::find_if(me.block->fibers,
                                          [&](const Fiber& f) { return f.waits_at && f.waits_at != number; });
  report("barrier divergence in " + name_ + ": threads " + std::to_string(other->info.thread) + " and " +
         std::to_string(me.info.thread) + " of block " + std::to_string(me.info.block) +
         " wait at different barriers");
}

void SimMachine::release_waiting(Block& b) {
  for (Fiber& f : b.fibers) {
    if (f.waits_at && &f != &running()) scheduler_.wake(f);
    f.waits_at = 0;
  }
  b.waiting = 0, b.votes = 0, ++b.barriers;
}

/// Waits until all threads of the warp have called an exchange, and returns this thread's result. The last thread
/// computes all results and resumes the others. No result is overwritten before its thread has read it, since the
/// next exchange needs all threads again.
unsigned SimMachine::exchange(Exchange kind, unsigned value, int by) {
  Fiber& me = running();
  Block& b = *me.block;
  const uint32_t warp = me.info.thread / 32, size = std::min<uint32_t>(32, grid_.threads - warp * 32);
  pauses_ = 0;
  me.exchange = kind, me.passed = value, me.by = by;
  Fiber* const first = &b.fibers[warp * 32];
  if (++b.in_exchange[warp] < size)
    scheduler_.leave();
  else {
    b.in_exchange[warp] = 0;
    const std::vector<unsigned> got = exchanged(first, size);
    for (uint32_t l = 0; l < size; ++l) {
      first[l].passed = got[l];
      if (&first[l] != &me) scheduler_.wake(first[l]);
    }
  }
  return me.passed;
}

/// Returns the result of an exchange for each thread of the warp. Reports an error if the threads call different
/// exchanges, or shuffles of different distances.
std::vector<unsigned> SimMachine::exchanged(const Fiber* warp, uint32_t size) {
  std::vector<unsigned> got(size);
  unsigned votes = 0;
  for (uint32_t l = 0; l < size; ++l) votes |= (warp[l].passed & 1) << l;
  const Exchange kind = warp[0].exchange;
  for (uint32_t l = 0; l < size; ++l) {
    if (warp[l].exchange != kind || (kind == Exchange::Shuffle && warp[l].by != warp[0].by))
      report("the threads of a warp shuffle differently in " + name_);
    const int64_t from = kind == Exchange::Pick ? warp[l].by : static_cast<int64_t>(l) + warp[l].by;
    got[l] = kind == Exchange::Ballot ? votes : warp[from >= 0 && from < size ? from : l].passed;
  }
  return got;
}

void SimMachine::pause() {
  SimMachine& m = *current_;
  if (++m.pauses_ > most_pauses) m.report("deadlock in " + m.name_ + ": all blocks wait for each other");
  m.scheduler_.yield();
}

void SimMachine::touch(const void* at, unsigned long bytes, int writes) {
  SimMachine& m = *current_;
  const auto* p = static_cast<const char*>(at);
  const auto* place = reinterpret_cast<const char*>(&m.running().info);
  if (m.stacks_.holds(p) || (p >= place && p < place + sizeof(SimThread)))
    return; // the thread's own stack or position
  m.scheduler_.count_access();
  if (m.memory_.holds(at, bytes)) {
    const auto& [begin, size] = m.memory_.found();
    return m.tell(begin, size, static_cast<uint64_t>(p - begin), bytes, writes != 0);
  }
  const auto* task = reinterpret_cast<const char*>(m.task_);
  const bool own =
      (p >= m.module_.first && p < m.module_.second) || (p >= task && p < task + sizeof(GpuTask));
  const auto* words = reinterpret_cast<const char*>(m.words_.data());
  if (!own && !(p >= words && p < words + 8 * m.words_.size())) m.look_at_shared(at, bytes, writes != 0);
}

/// Whether the bytes have been written. A struct that is copied as a whole may have padding, which is never written.
/// So one written byte of an access is enough, and one in each 8 of a longer one.
bool SimMachine::is_written(const Block& b, size_t first, uint64_t bytes) {
  for (size_t k = first, end = first + bytes; k < end;) {
    const size_t next = std::min(k / 8 * 8 + 8, end);
    bool any = false;
    for (; k < next; ++k) any = any || b.written[k];
    if (!any) return false;
  }
  return true;
}

void SimMachine::look_at_shared(const void* at, uint64_t bytes, bool writes) {
  Fiber& me = running();
  Block& b = *me.block;
  const auto* p = static_cast<const unsigned char*>(at);
  const auto where = [&] {
    return " in " + name_ + ", thread " + std::to_string(me.info.thread) + " of block " +
           std::to_string(me.info.block);
  };
  if (p < b.shared.data() || p + bytes > b.shared.data() + b.shared.size()) {
    const bool near =
        !b.shared.empty() && p >= b.shared.data() && p < b.shared.data() + b.shared.size() + 4096;
    if (!near && uses_heap_) return;
    report((near ? "shared" : "global") + std::string(writes ? " memory is written" : " memory is read") +
           " out of bounds" + where());
  }
  const auto first = static_cast<size_t>(p - b.shared.data());
  if (writes)
    std::fill_n(b.written.begin() + static_cast<ptrdiff_t>(first), bytes, true);
  else if (!is_written(b, first, bytes))
    report("shared memory is read before it is written" + where());
  tell(nullptr, b.shared.size(), first, bytes, writes);
}

void SimMachine::tell(const char* memory, uint64_t size, uint64_t offset, uint64_t bytes, bool writes) const {
  if (!watch_) return;
  const SimThread& by = running().info;
  watch_->touch({by.block, by.thread, running().block->barriers, memory, size, offset, bytes, writes});
}

} // namespace nova::plan
