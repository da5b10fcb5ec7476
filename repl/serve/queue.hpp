// The requests of a client that wait, and the one that runs. One thread adds requests, another runs them.
#pragma once
#include "repl/serve/request.hpp"
#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>

namespace nova::serve {

class Queue {
 public:
  /// `begin` is called before a request runs, `interrupt` to end the running one early. No request begins or ends
  /// meanwhile.
  Queue(std::function<void()> begin, std::function<void()> interrupt)
      : begin_(std::move(begin)), interrupt_(std::move(interrupt)) {}

  /// Adds a request. Returns false if too many wait, or if they are too large.
  bool push(Request r);
  /// Waits for the next request, which then counts as running. Returns nothing if there will be none.
  std::optional<Request> next();
  /// Must be called after each request that ran.
  void finish();
  /// What `cancel` has found: no such request, one that runs, or one that waited and is removed.
  enum class Cancelled : uint8_t { None, Running, Waiting };
  /// Ends the request with the id `id` early. An interrupt is never meant for another request.
  Cancelled cancel(const std::string& id);
  /// Says that there will be no more requests. Those that wait still run.
  void close();
  /// Says that the client is gone: ends the running request and drops those that wait.
  void leave();
  /// Whether a request runs. May be called in a signal handler.
  bool is_busy() const { return busy_; }

 private:
  const std::function<void()> begin_, interrupt_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Request> waiting_;
  size_t bytes_ = 0; ///< length of the lines of `waiting_`
  std::string running_;
  std::atomic<bool> busy_ = false;
  bool closed_ = false;
};

} // namespace nova::serve
