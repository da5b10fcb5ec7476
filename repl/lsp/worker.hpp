// A text is checked in a process of its own, made from the server's by fork: it has the prelude at once,
// leaves nothing behind, and may end in any way without harm to the server. It answers questions about the
// text until the next change, when another takes its place.
#pragma once
#include "repl/lsp/json.hpp"
#include <deque>
#include <sys/types.h>

namespace nova::lsp {

enum class Question : uint8_t { Hover, Definition, Completion, Outline, Format };

class Worker {
 public:
  /// StealQueue; the child checks the text and sends its diagnostics, a whole message, first.
  Worker(Session& session, const std::string& uri, std::optional<int64_t> version, const std::string& text);
  ~Worker(); ///< kills it
  Worker(const Worker&) = delete;

  int fd() const { return fd_; } ///< to wait for
  /// Sends a question. The answer, JSON, comes later.
  void ask(Question q, Place at, std::string id);
  /// Reads what has come. False if the worker is gone or sends no more.
  bool receive();
  /// What has come whole: the diagnostics first, then an answer for each question, in order.
  std::optional<std::string> take();
  /// The oldest question without an answer; "" if there is none.
  std::string take_id();
  bool is_asked() const { return !ids_.empty(); }
  bool checked() const { return checked_; }
  void set_checked() { checked_ = true; }
  bool is_late() const; ///< it checks for too long

 private:
  pid_t pid_ = -1;
  int fd_ = -1;
  bool checked_ = false;
  int64_t started_;
  std::string received_;
  std::deque<std::string> ids_;
};

} // namespace nova::lsp
