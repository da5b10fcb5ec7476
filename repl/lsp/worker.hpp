// A child process that checks one version of a document and answers queries about it. It is made by fork, so that it
// has the prelude at once, and a crash does not harm the server. After a change of the document, it is replaced by a
// new child.
#pragma once
#include "repl/lsp/json.hpp"
#include <deque>
#include <sys/types.h>

namespace nova::lsp {

enum class Question : uint8_t {
  Hover,
  Definition,
  Completion,
  Outline,
  Format,
  References,
  Highlights,
  RenamedName,
  Rename,
  Signature,
  Tokens,
  Inlays,
  Folds,
  Indentation,
  CallItem,
  Callers,
  Callees,
  Symbols,
  Mends
};

/// A query about a document: a kind, and what the kind needs of the rest.
struct Query {
  Question question{};
  Range range{};           ///< a place is its begin
  std::string text{};      ///< the new name of Rename, the sought part of names of Symbols
  bool definition = false; ///< of References: whether the definition is one of them
};

/// An answer that begins so is the reason why the query is refused. All others are JSON.
constexpr char refused = '!';

class Worker {
 public:
  /// Starts the child by a fork. The child checks the text. The first message that it sends is the protocol's
  /// notification of the text's diagnostics.
  Worker(Session& session, const std::string& uri, std::optional<int64_t> version, const std::string& text);
  ~Worker(); ///< kills the child
  Worker(const Worker&) = delete;

  int fd() const { return fd_; } ///< descriptor to poll for the child's messages; -1 if the fork failed
  /// Sends a query with the id `id` to the child. `take` later returns the answer, as JSON.
  void ask(const Query& q, std::string id);
  /// Reads the bytes that have come from the child. Returns false if the child has ended.
  bool receive();
  /// Returns the next complete message of the child, if any: the diagnostics first, then an answer for each query,
  /// in order.
  std::optional<std::string> take();
  /// Removes and returns the id of the oldest query without an answer; "" if there is none.
  std::string take_id();
  bool is_asked() const { return !ids_.empty(); }
  bool checked() const { return checked_; }
  void set_checked() { checked_ = true; }
  bool is_late() const; ///< whether the check of the text is still running after the longest time allowed

 private:
  pid_t pid_ = -1;
  int fd_ = -1;
  bool checked_ = false;
  int64_t started_;
  std::string received_;
  std::deque<std::string> ids_;
};

} // namespace nova::lsp
