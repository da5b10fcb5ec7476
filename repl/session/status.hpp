// The status line of a form that runs long: what is being done, how much of it is done, and how long it has taken.
// The line appears after half a second and is removed when the form ends or prints something.
#pragma once
#include "repl/editor/terminal.hpp"
#include "repl/session/output.hpp"
#include "repl/session/session.hpp"
#include <condition_variable>
#include <thread>

namespace nova {

/// Returns the line of a run that takes `seconds` so far, from its activity `now` and `before`, without what ends it.
std::string activity_text(double seconds, const Activity& now, const Activity& before);

class Status {
 public:
  /// Starts a thread that shows the status line after half a second. The destructor ends the thread and removes the
  /// line. Does nothing if `output` is null or there is no terminal.
  Status(Output* output, Session& session);
  ~Status();
  Status(const Status&) = delete;

 private:
  void watch();
  std::optional<editor::EchoOff> unseen_; ///< keeps the terminal from showing what is typed meanwhile
  Output* const output_;
  Session& session_;
  /// The activity at the start. The status line shows only the bytes moved since then.
  const Activity before_ = session_.tiers().activity();
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  std::mutex mutex_;
  std::condition_variable done_;
  bool is_done_ = false;
  std::thread thread_;
};

} // namespace nova
