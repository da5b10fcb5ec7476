// The notebook cells of a session: runs their forms and commands as the prompt does, and completes and explains
// names. This is independent of the protocol by which cells arrive and results are shown.
#pragma once
#include "repl/help/known_names.hpp"
#include "repl/notebook/drawn_plots.hpp"
#include "repl/prompt/prompt.hpp"

namespace nova::notebook {

/// An error in a cell.
struct Failure {
  std::string name, message, text; ///< the diagnostic's code, its message, and its rendered text with colours
};

/// Completions that may replace the characters from `begin` to `end`.
struct Found {
  std::vector<Completion> names;
  uint32_t begin = 0, end = 0;
};

class Cells {
 public:
  /// `page` shows a cell's last value as its result. `options.out` gets the cell's other values as text.
  /// `options.err` may also be called by the thread of a background compiler.
  Cells(SessionOptions options, Page page);

  /// Runs a cell up to the first form or command that fails. Returns the errors. `number` is the cell's number in
  /// messages. With `silent`, no result is shown.
  std::vector<Failure> run(const std::string& code, int number, bool silent);
  /// Returns the completions at the cursor. `cursor` is a number of characters, not bytes.
  Found complete(const std::string& code, uint32_t cursor);
  /// Returns the documentation of the name or command at the cursor; nothing if there is none.
  std::optional<std::string> inspect(const std::string& code, uint32_t cursor);
  bool is_whole(const std::string& code) { return nova::is_whole(code); }
  /// Whether the code has no syntax errors. Code with commands counts as correct.
  static bool reads(const std::string& code);

  /// Ends the running cell with the error E0603. May be called from any thread.
  void interrupt() { session_.interrupt(); }
  void forget_interrupt() { session_.forget_interrupt(); }
  void set_input(InputReader in) { session_.input().set_reader(std::move(in)); }
  /// Returns what the running cell does, and how far it is. May be called from any thread.
  Activity activity() { return session_.tiers().activity(); }
  /// Whether a program waits for standard input. May be called from any thread.
  bool waits_for_input() { return session_.input().is_awaited(); }

 private:
  const Page shown_;
  DrawnPlots plots_;
  Session session_;
  std::vector<Failure> failures_;
  std::optional<RichResult> last_; ///< the last value of the running cell so far
  const Page page_{[this](RichResult r) { hold(std::move(r)); }, shown_.display};
  Prompt prompt_{session_, nullptr, &page_};

  void take(Diagnostic d);
  void hold(RichResult r);
  CompletionKind kind_of(std::string_view name);
};

} // namespace nova::notebook
