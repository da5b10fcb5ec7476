#include "jit/cpu/work_stealing.hpp"
#include <algorithm>

namespace nova::plan {

/// Notifies the waiting threads of a change. The caller holds the lock.
void StealQueue::tell() {
  ++changes_;
  if (sleeping_) changed_.notify_all();
}

void StealQueue::end() {
  const std::lock_guard lock(mutex_);
  on_ = false;
  tell();
}

void StealQueue::offer(Offer& o) {
  const std::lock_guard lock(mutex_);
  open_.push_back(&o);
  tell();
}

bool StealQueue::take_back(Offer& o) {
  const std::lock_guard lock(mutex_);
  if (o.state != Offer::State::Open) return false;
  open_.erase(std::ranges::find(open_, &o));
  return true;
}

void StealQueue::finish(Offer& o, bool ok, nv_i64 failed) {
  const std::lock_guard lock(mutex_);
  o.state = Offer::State::Done, o.ok = ok, o.failed = failed;
  tell();
}

StealQueue::Offer* StealQueue::take(const Offer* awaited, bool any) {
  std::unique_lock lock(mutex_);
  for (;;) {
    if (awaited ? awaited->state == Offer::State::Done : !on_) return nullptr;
    if (any && !open_.empty()) {
      Offer* const o = open_.front();
      open_.erase(open_.begin());
      return o->state = Offer::State::Taken, o;
    }
    const auto is_news = [this, seen = changes_.load()] { return changes_ != seen; };
    lock.unlock();
    const bool news = pool_.soon(is_news);
    lock.lock();
    ++sleeping_;
    if (!news) changed_.wait(lock, is_news);
    --sleeping_;
  }
}

} // namespace nova::plan
