// The checks of a launch's memory accesses.
#include "jit/user_kernels/launch.hpp"

namespace nova::plan {
namespace {

/// How an access of the text touches memory: `how` is a number of nova_calls::touch (cuda_words.h).
Touch touch_of(int how, bool shared) {
  switch (how) {
  case 0: return Touch::Read;
  case 1: return Touch::Write;
  case 2: return Touch::AtomicWrite;
  case 3: return shared ? Touch::Read : Touch::AtomicRead;
  default: return shared ? Touch::Write : Touch::AtomicWrite;
  }
}
constexpr int both = 2; ///< the number of an access that reads and writes

} // namespace

void KernelMachine::touched(const void* place, unsigned long bytes, int how, const void* at) {
  current_->touch(static_cast<const char*>(place), bytes, how, at);
}

void KernelMachine::touch(const char* p, uint64_t bytes, int how, const void* at) {
  const Thread& t = me();
  if (p >= t.stack && p < t.stack + sim_stack) return; // the thread's own variables
  if (late_ && how < both) hear_stop(at);
  if (!calls_.bounded) scheduler_.count_access();
  KernelArray* const a = stacks_.holds(p) ? nullptr : array_at(p, bytes);
  if (!a) {
    const bool constant =
        how == 0 && p >= code_.first &&
        p < code_.second; // a constant that the compiler stores in the code's object, such as a string
    if (constant) return;
    report_outside(p, bytes, touch_of(how, false), at);
  }
  const auto offset = static_cast<uint64_t>(p - a->begin);
  const Touch kind = touch_of(how, a->is_shared());
  if (watch_) watch_({t.block->index, t.number, t.block->barriers, a, offset, bytes, writes(kind)});
  check_access(*a, offset, bytes, kind, !writes(kind) || how == both, at);
  if (a->has_shadow()) check_race(*a, offset, bytes, kind, at);
  if (is_atomic(kind)) synchronise(p, writes(kind));
}

KernelArray* KernelMachine::array_at(const char* p, uint64_t bytes) {
  Block& b = *me().block;
  const char* const arena = b.arrays.back().begin - layout_.place(0, 0);
  if (p < arena || p >= arena + layout_.arena_bytes()) return memory_.find(p, bytes);
  for (KernelArray& a : b.arrays)
    if (a.holds(p, bytes)) return &a;
  return nullptr;
}

void KernelMachine::report_outside(const char* p, uint64_t bytes, Touch how, const void* at) {
  FoundMistake m = now(KernelMistake::OutOfBounds, at);
  m.how = how, m.bytes = bytes;
  const Block& b = *me().block;
  const char* const arena = b.arrays.back().begin - layout_.place(0, 0);
  if (p >= arena && p < arena + layout_.arena_bytes()) {
    m.array = &b.arrays.front(); // the last one that begins before the address
    for (const KernelArray& a : b.arrays)
      if (a.begin <= p) m.array = &a;
  } else {
    m.array = memory_.nearest(p);
  }
  m.offset = m.array ? p - m.array->begin : reinterpret_cast<intptr_t>(p);
  report(m);
}

void KernelMachine::check_access(KernelArray& a, uint64_t offset, uint64_t bytes, Touch how, bool reads,
                                 const void* at) {
  const auto mistake = [&](KernelMistake kind) {
    FoundMistake m = now(kind, at);
    m.how = how, m.array = &a, m.offset = static_cast<int64_t>(offset), m.bytes = bytes;
    return m;
  };
  if (late_)
    report(mistake(KernelMistake::Deadlock)); // it reads a volatile or is atomic, as what waits for others
  if (writes(how) && (a.kind == KernelArray::Kind::Input || a.kind == KernelArray::Kind::Constant))
    report(mistake(KernelMistake::WritesInput));
  if (reads && unwritten_.kind == KernelMistake::None && !a.is_written(offset, bytes))
    unwritten_ = mistake(KernelMistake::Uninitialised);
  if (writes(how)) a.mark_written(offset, bytes);
}

void KernelMachine::check_race(KernelArray& a, uint64_t offset, uint64_t bytes, Touch how, const void* at) {
  const Thread& t = me();
  const uint32_t size = grid_.block_size();
  const auto before = [&](const Moment& m) {
    if (m.thread == t.id) return true;
    const uint32_t block = m.thread / size;
    if (block == t.block->index) {
      if (m.barriers < t.block->barriers) return true;
    } else if (a.is_shared()) {
      return true; // the access was by a block that had this shared memory earlier
    }
    return t.clock.known && t.clock.known->covers(m, block);
  };
  uint64_t where = 0;
  const Remembered mine{moment(t), how, static_cast<uint32_t>(static_cast<const char*>(at) - code_.first)};
  const auto race = a.shadow.touch(offset, bytes, mine, before, where);
  if (!race) return;
  FoundMistake m = now(KernelMistake::Race, at);
  m.how = how, m.array = &a, m.offset = static_cast<int64_t>(where), m.bytes = bytes;
  m.other = race->by, m.other_how = race->how, m.other_at = code_.first + race->place;
  report(m);
}

/// An atomic access learns what earlier ones on this address have told, and tells what the thread knew at its last
/// fence.
void KernelMachine::synchronise(const char* p, bool tells) {
  Thread& t = me();
  const uint32_t block = t.block->index;
  if (const auto at = told_.find(p); at != told_.end()) {
    t.clock.known = Knowledge::joined(t.clock.known, at->second.all);
    for (const auto& [to, what] : at->second.blocks)
      if (to == block) t.clock.known = Knowledge::joined(t.clock.known, what);
  }
  if (!tells || (!t.clock.fenced && !t.clock.fenced_block)) return;
  Told& told = told_[p];
  told.all = Knowledge::joined(told.all, t.clock.fenced);
  if (!t.clock.fenced_block) return;
  for (auto& [to, what] : told.blocks)
    if (to == block) return void(what = Knowledge::joined(what, t.clock.fenced_block));
  told.blocks.emplace_back(block, t.clock.fenced_block);
}

void KernelMachine::fence(int device) {
  Thread& t = current_->me();
  auto& fenced = device ? t.clock.fenced : t.clock.fenced_block;
  fenced = Knowledge::with(Knowledge::joined(fenced, t.clock.known), {t.block->index, t.block->barriers},
                           {t.id, t.clock.clock++});
}

} // namespace nova::plan
