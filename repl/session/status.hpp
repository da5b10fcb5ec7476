// The status line of a form that runs long: what happens, how far it is, and for how long. It appears after half a
// second and is removed when the form ends or prints something.
#pragma once
#include "repl/editor/terminal.hpp"
#include "repl/session/output.hpp"
#include "repl/session/session.hpp"
#include <condition_variable>
#include <thread>

namespace nova {

class Status {
 public:
  /// Shows the status line from half a second on until the destructor. Without an output, does nothing.
  Status(Output* output, Session& session);
  ~Status();
  Status(const Status&) = delete;

 private:
  void watch();
  std::optional<editor::EchoOff> unseen_; ///< hides what is typed meanwhile
  Output* const output_;
  Session& session_;
  const Activity before_ = session_.tiers().activity(); ///< at the begin; its byte counts are subtracted
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  std::mutex mutex_;
  std::condition_variable done_;
  bool is_done_ = false;
  std::thread thread_;
};

} // namespace nova
