// Runs a client's requests in a session, one after the other, and makes replies.
#pragma once
#include "repl/serve/columns.hpp"
#include "repl/serve/reply.hpp"
#include "repl/session/session.hpp"
#include <mutex>

namespace nova::serve {

/// What Nova and its programs print while a request runs. A program's output counts against the memory limit. Nova's
/// remarks, which compilers in the background print too, are kept up to 64 KiB.
class Printed {
 public:
  Printed() = default;
  ~Printed(); ///< what is left goes to standard error, such as the report of --stats
  Printed(const Printed&) = delete;
  void output(std::string_view text);
  void remark(std::string_view text);
  /// Moves the text so far to the reply.
  void move_to(Reply& reply);

 private:
  std::mutex mutex_;
  std::string output_, remarks_;
  Charge charge_;
};

class Runner {
 public:
  /// `client` is the client's process (Columns).
  Runner(SessionOptions options, pid_t client);

  /// Runs a request of any method but `cancel` and `hello`. Must be called by one thread only.
  Reply run(const Request& r);
  /// Ends the running request with E0603. May be called from any thread, and in a signal handler.
  void interrupt() { session_.interrupt(); }
  /// Clears an interrupt that came after the last request ended.
  void forget_interrupt() { session_.forget_interrupt(); }

 private:
  Printed printed_;
  Session session_;
  const Columns columns_;
  Reply reply_;
  std::optional<FileId> last_; ///< the text that ran last

  SessionOptions printing(SessionOptions o);
  void dispatch(const Request& r);
  void eval(const Request& r);
  void define(const Request& r);
  void call(const Request& r);
  void why(const Request& r);
  void refuse(std::string why);
  /// A column that is an argument, under the name by which the form refers to it.
  struct Bound {
    std::string name;
    const Argument* argument;
    std::optional<TypeId> type;
  };
  std::optional<std::string> form_of(const Argument& a, std::vector<Bound>& bound);
  std::optional<std::vector<GlobalId>> define_columns(const std::vector<Bound>& bound);
  bool run_text(const std::string& text, const Target* result, const std::vector<Bound>& bound = {});
  Shown show(const Outcome& o, const Target& target);
  void note_definitions(const CoreTop& top);
};

} // namespace nova::serve
