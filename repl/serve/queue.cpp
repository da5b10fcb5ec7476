#include "repl/serve/queue.hpp"
#include <algorithm>

namespace nova::serve {

namespace {

constexpr size_t most_waiting = 1024;                    ///< requests
constexpr size_t most_bytes_waiting = size_t{512} << 20; ///< bytes of their lines

} // namespace

bool Queue::push(Request r) {
  const std::lock_guard lock(mutex_);
  if (closed_) return true;
  if (waiting_.size() >= most_waiting || bytes_ + r.bytes > most_bytes_waiting) return false;
  bytes_ += r.bytes;
  waiting_.push_back(std::move(r));
  changed_.notify_one();
  return true;
}

std::optional<Request> Queue::next() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return closed_ || !waiting_.empty(); });
  if (waiting_.empty()) return {};
  Request r = std::move(waiting_.front());
  waiting_.pop_front();
  bytes_ -= r.bytes;
  begin_();
  running_ = r.id, busy_ = true;
  return r;
}

void Queue::finish() {
  const std::lock_guard lock(mutex_);
  busy_ = false;
}

Queue::Cancelled Queue::cancel(const std::string& id) {
  const std::lock_guard lock(mutex_);
  if (busy_ && running_ == id) return interrupt_(), Cancelled::Running;
  const auto at = std::ranges::find(waiting_, id, &Request::id);
  if (at == waiting_.end()) return Cancelled::None;
  bytes_ -= at->bytes;
  waiting_.erase(at);
  return Cancelled::Waiting;
}

void Queue::close() {
  const std::lock_guard lock(mutex_);
  closed_ = true;
  changed_.notify_one();
}

void Queue::leave() {
  const std::lock_guard lock(mutex_);
  closed_ = true, bytes_ = 0, waiting_.clear();
  if (busy_) interrupt_();
  changed_.notify_one();
}

} // namespace nova::serve
