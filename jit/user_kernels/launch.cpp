#include "jit/user_kernels/launch.hpp"
#include <algorithm>

namespace nova::plan {
namespace {

/// Returns the number of blocks that run at the same time: as many as one multiprocessor of a GPU holds, about.
uint32_t resident(uint32_t threads) {
  constexpr uint32_t together = 2048, least = 3, most = 32;
  return std::clamp(together / threads, least, most);
}

/// Returns the indices of a number that counts along x first, then y, then z.
Triple indices(uint32_t number, const Triple& sizes) {
  return {number % sizes[0], number / sizes[0] % sizes[1], number / sizes[0] / sizes[1]};
}

} // namespace

KernelMachine* KernelMachine::current_ = nullptr;

KernelMachine::KernelMachine(KernelCalls& calls, KernelMemory& memory, const SharedLayout& layout,
                             std::pair<char*, char*> code, Grid grid, uint64_t seed)
    : calls_(calls), memory_(memory), layout_(layout), code_(code), grid_(grid), scheduler_(seed, stacks_) {}

KernelMachine::~KernelMachine() { current_ = nullptr; }

FoundMistake KernelMachine::run(void (*entry)(const uint64_t*), const uint64_t* words,
                                std::function<void(const KernelTouch&)> watch) {
  entry_ = entry, words_ = words, watch_ = std::move(watch), current_ = this;
  calls_ = {0,      {},    nullptr,  touched, barrier, exchange, converged,
            absent, fence, variable, pause,   entered, failed};
  const uint32_t size = grid_.block_size(), count = grid_.block_count(),
                 at_once = std::min(resident(size), count);
  stacks_.reserve(size_t{at_once} * size);
  uint32_t next = 0;
  for (; next < at_once; ++next) {
    blocks_.push_back(std::make_unique<Block>());
    Block& b = *blocks_.back();
    b.threads.resize(size), b.arena.reset(new char[layout_.arena_bytes() + 256]);
    for (uint32_t t = 0; t < size; ++t) b.threads[t].stack = stacks_.stack(size_t{next} * size + t);
    begin(b, next);
  }
  while (scheduler_.has_runnable()) {
    auto& t = static_cast<Thread&>(scheduler_.draw());
    calls_.now = &t.place;
    scheduler_.resume();
    if (found_.kind != KernelMistake::None) return found_;
    if (t.block->alive == 0 && next < count) begin(*t.block, next++);
  }
  return stuck();
}

void KernelMachine::begin(Block& b, uint32_t index) {
  const uint32_t size = grid_.block_size();
  b.index = index, b.alive = size, b.waiting = 0, b.barriers = 0, b.votes = 0;
  const auto from = reinterpret_cast<uintptr_t>(b.arena.get());
  if (b.arrays.empty()) b.arrays = layout_.arrays(b.arena.get() + (256 - from % 256) % 256);
  for (KernelArray& a : b.arrays)
    a.forget_written(); // what earlier blocks did here is no race: check_race knows
  b.at_work.assign((size + 31) / 32, 32);
  if (size % 32) b.at_work.back() = size % 32;
  for (uint32_t t = 0; t < size; ++t) {
    Thread& f = b.threads[t];
    f.place = {indices(t, grid_.threads), indices(index, grid_.blocks), grid_.threads, grid_.blocks};
    f.block = &b, f.number = t, f.id = index * size + t, f.clock = {}, f.waits = Wait::None, f.done = false;
    scheduler_.start(f, start);
  }
}

void KernelMachine::start(boost::context::detail::transfer_t from) {
  KernelMachine& m = *current_;
  m.scheduler_.enter(from);
  m.entry_(m.words_);
  m.end_thread();
}

void KernelMachine::end_thread() {
  Thread& t = me();
  Block& b = *t.block;
  t.done = true, --b.alive;
  if (b.waiting) {
    const auto other = std::ranges::find(b.threads, Wait::Barrier, &Thread::waits);
    FoundMistake m = now(KernelMistake::BarrierDivergence, nullptr);
    m.other = m.by, m.by = moment(*other), m.at = other->at;
    report(m);
  }
  if (b.alive == 0) report_unwritten(b);
  --b.at_work[t.warp()];
  settle_warp(b, t.warp());
  scheduler_.leave();
}

/// Returns why threads are left that wait for ever; a mistake of the kind None if there are none.
FoundMistake KernelMachine::stuck() const {
  FoundMistake m;
  for (const auto& b : blocks_)
    for (const Thread& t : b->threads) {
      if (t.done || t.waits != Wait::Exchange) continue;
      m.kind = KernelMistake::WrongMask, m.by = moment(t), m.at = t.at;
      for (const Thread& o : b->threads)
        if (o.warp() == t.warp() && !o.done && (t.mask >> o.lane() & 1) &&
            (o.kind != t.kind || o.mask != t.mask || o.waits != t.waits))
          m.other = moment(o), m.other_at = o.at;
      return m;
    }
  return m;
}

FoundMistake KernelMachine::now(KernelMistake kind, const void* at) const {
  FoundMistake m;
  m.kind = kind, m.at = at;
  if (scheduler_.running()) m.by = moment(me());
  return m;
}

/// Ends the launch with this mistake. It does not return: the fibers are never resumed. What was read before it was
/// written may be the cause of other mistakes, but it may also be one half of a race.
void KernelMachine::report(const FoundMistake& m) {
  const FoundMistake& u = unwritten_;
  const bool cause =
      u.kind != KernelMistake::None && (m.kind != KernelMistake::Race || m.array->name != u.array->name);
  found_ = cause ? u : m;
  for (;;) scheduler_.leave();
}

void KernelMachine::hear_stop(const void* at) {
  if (late_) report(now(KernelMistake::Endless, at));
}

// ---- barriers ----

int KernelMachine::barrier(int vote, const void* at) {
  KernelMachine& m = *current_;
  m.wait_for_block(vote, at);
  return m.me().block->result;
}

void KernelMachine::wait_for_block(int vote, const void* at) {
  hear_stop(at);
  Thread& t = me();
  Block& b = *t.block;
  if (b.alive < b.threads.size() || (b.waiting && b.barrier_at != at)) report_divergence(at);
  b.barrier_at = at;
  b.votes += vote;
  if (++b.waiting == b.alive) return pass_barrier(b), scheduler_.yield();
  block_waits(t, Wait::Barrier, at);
}

void KernelMachine::report_divergence(const void* at) {
  FoundMistake m = now(KernelMistake::BarrierDivergence, at);
  for (const Thread& o : me().block->threads)
    if (o.done || (o.waits == Wait::Barrier && o.at != at)) {
      m.other = moment(o), m.other_at = o.done ? nullptr : o.at;
      break;
    }
  report(m);
}

/// Lets the running thread wait until another one wakes it.
void KernelMachine::block_waits(Thread& t, Wait wait, const void* at) {
  t.waits = wait, t.at = at;
  if (--t.block->at_work[t.warp()] == 0) release_converged(*t.block, t.warp());
  if (t.waits != Wait::None) scheduler_.leave();
}

void KernelMachine::awake(Thread& t) {
  t.waits = Wait::None;
  ++t.block->at_work[t.warp()];
  if (&t != scheduler_.running()) scheduler_.wake(t);
}

/// The block has come to a barrier or its end, so no write of the block can still race with an earlier read.
void KernelMachine::report_unwritten(const Block& b) {
  const FoundMistake& m = unwritten_;
  if (m.kind == KernelMistake::None || m.by.thread / grid_.block_size() != b.index) return;
  if (m.array->is_shared() || b.alive == 0) report(m);
}

/// All threads know now what any of them knew, and all accesses of the block before the barrier.
void KernelMachine::pass_barrier(Block& b) {
  report_unwritten(b);
  Knowledge::Pointer known, fenced, fenced_block;
  for (const Thread& t : b.threads) {
    known = Knowledge::joined(known, t.clock.known);
    fenced = Knowledge::joined(fenced, t.clock.fenced);
    fenced_block = Knowledge::joined(fenced_block, t.clock.fenced_block);
  }
  known = Knowledge::without_threads(known, b.threads.front().id, b.threads.back().id + 1);
  b.result = b.votes, b.votes = 0, b.waiting = 0, ++b.barriers;
  for (Thread& t : b.threads) {
    t.clock.known = known, t.clock.fenced = fenced, t.clock.fenced_block = fenced_block;
    if (t.waits == Wait::Barrier) awake(t);
  }
}

// ---- warps ----

uint32_t KernelMachine::Block::alive_lanes(uint32_t warp) const {
  uint32_t lanes = 0;
  for (size_t t = size_t{warp} * 32; t < threads.size() && t < size_t{warp} * 32 + 32; ++t)
    if (!threads[t].done) lanes |= 1u << t % 32;
  return lanes;
}

const KernelLanes* KernelMachine::exchange(int kind, unsigned mask, unsigned long long value,
                                           const void* at) {
  KernelMachine& m = *current_;
  m.hear_stop(at);
  Thread& t = m.me();
  if (!(mask >> t.lane() & 1)) m.report(m.now(KernelMistake::WrongMask, at));
  t.kind = kind, t.mask = mask, t.value = value, t.waits = Wait::Exchange, t.at = at;
  --t.block->at_work[t.warp()];
  m.exchange_if_complete(*t.block, t.warp(), mask, kind);
  if (t.block->at_work[t.warp()] == 0) m.release_converged(*t.block, t.warp());
  if (t.waits != Wait::None) m.scheduler_.leave();
  return t.got.get();
}

/// Does the exchange if all living threads that the mask names have come to it.
void KernelMachine::exchange_if_complete(Block& b, uint32_t warp, uint32_t mask, int kind) {
  const uint32_t lanes = mask & b.alive_lanes(warp);
  auto got = std::make_shared<KernelLanes>();
  got->present = lanes;
  for (uint32_t l = 0; l < 32; ++l) {
    if (!(lanes >> l & 1)) continue;
    const Thread& t = b.threads[warp * 32 + l];
    if (t.waits != Wait::Exchange || t.mask != mask || t.kind != kind) return;
    got->values[l] = t.value;
  }
  constexpr int syncwarp = 6; // nova_sync in cuda_words.h; the other exchanges order no accesses
  if (kind == syncwarp) b.order(warp, lanes);
  for (uint32_t l = 0; l < 32; ++l)
    if (lanes >> l & 1) b.threads[warp * 32 + l].got = got, awake(b.threads[warp * 32 + l]);
}

void KernelMachine::Block::order(uint32_t warp, uint32_t lanes) {
  Knowledge::Pointer known;
  for (uint32_t l = 0; l < 32; ++l) {
    if (!(lanes >> l & 1)) continue;
    const Thread& t = threads[warp * 32 + l];
    known = Knowledge::joined(known, t.clock.known);
    known = Knowledge::with(known, {index, barriers}, {t.id, t.clock.clock});
  }
  for (uint32_t l = 0; l < 32; ++l)
    if (lanes >> l & 1) threads[warp * 32 + l].clock.known = known, ++threads[warp * 32 + l].clock.clock;
}

/// Called when a thread of the warp has ended: others may be able to go on.
void KernelMachine::settle_warp(Block& b, uint32_t warp) {
  const size_t first = size_t{warp} * 32, end = std::min(first + 32, b.threads.size());
  for (size_t t = first; t < end; ++t)
    if (const Thread& f = b.threads[t]; !f.done && f.waits == Wait::Exchange)
      exchange_if_complete(b, warp, f.mask, f.kind);
  if (b.at_work[warp] == 0) release_converged(b, warp);
}

unsigned KernelMachine::converged(const void* at) {
  KernelMachine& m = *current_;
  m.hear_stop(at);
  Thread& t = m.me();
  m.block_waits(t, Wait::Convergence, at);
  return t.mask;
}

/// No thread of the warp is at work: those that wait in the same __activemask are together there.
void KernelMachine::release_converged(Block& b, uint32_t warp) {
  const size_t first = size_t{warp} * 32, end = std::min(first + 32, b.threads.size());
  const auto is_here = [&](size_t t, const void* at) {
    return !b.threads[t].done && b.threads[t].waits == Wait::Convergence && (!at || b.threads[t].at == at);
  };
  size_t one = first;
  while (one < end && !is_here(one, nullptr)) ++one;
  if (one == end) return;
  const void* const at = b.threads[one].at;
  uint32_t lanes = 0;
  for (size_t t = first; t < end; ++t)
    if (is_here(t, at)) lanes |= 1u << t % 32;
  for (size_t t = first; t < end; ++t)
    if (is_here(t, at)) b.threads[t].mask = lanes, awake(b.threads[t]);
}

unsigned long long KernelMachine::absent(int lane, const void* at) {
  KernelMachine& m = *current_;
  if (m.doubt_.kind == KernelMistake::None) {
    m.doubt_ = m.now(KernelMistake::WrongMask, at);
    m.doubt_.number = lane;
  }
  return 0xdeaddeaddeaddeadull;
}

// ---- what the text calls else ----

void KernelMachine::pause() {
  KernelMachine& m = *current_;
  m.hear_stop(nullptr);
  m.scheduler_.yield();
}

void* KernelMachine::variable(unsigned long module, unsigned long offset) {
  const Block& b = *current_->me().block;
  char* const dynamic = b.arrays.back().begin;
  return dynamic - current_->layout_.place(0, 0) + current_->layout_.place(module, offset);
}

/// A function of the text begins: is there room for it on the stack?
void KernelMachine::entered(const void* at) {
  KernelMachine& m = *current_;
  constexpr ptrdiff_t reserve = 32 << 10;
  if (static_cast<char*>(__builtin_frame_address(0)) - m.me().stack < reserve)
    m.report(m.now(KernelMistake::Recursion, at));
}

void KernelMachine::failed(int mistake, const char* text, long long number, const void* at) {
  FoundMistake m = current_->now(static_cast<KernelMistake>(mistake), at);
  m.text = text, m.number = number;
  current_->report(m);
}

} // namespace nova::plan
