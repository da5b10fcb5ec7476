// A form that runs long is told of in a line: what happens, how far it is and for how long. It comes after
// half a second and goes when the form is done, or prints something.
#pragma once
#include "repl/editor/terminal.hpp"
#include "repl/session/output.hpp"
#include "repl/session/session.hpp"
#include <condition_variable>
#include <thread>

namespace nova {

class Status {
 public:
  /// While it lives something runs. Without an output nothing is told.
  Status(Output* output, Session& session);
  ~Status();
  Status(const Status&) = delete;

 private:
  void watch();
  std::optional<editor::EchoOff> unseen_; ///< what is typed meanwhile
  Output* const output_;
  Session& session_;
  const Activity before_ = session_.tiers().activity(); ///< what was copied for others
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  std::mutex mutex_;
  std::condition_variable done_;
  bool is_done_ = false;
  std::thread thread_;
};

} // namespace nova
