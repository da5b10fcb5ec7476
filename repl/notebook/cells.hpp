// Notebook cells in a session: forms and commands run as at the prompt, and names are completed and explained. This
// is independent of the protocol by which cells arrive and results are shown.
#pragma once
#include "repl/help/known_names.hpp"
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
  /// The last value of a cell goes to `page` as its result; the cell's other values are printed by `options.out`.
  /// A background compiler's thread may call `options.err` too.
  Cells(SessionOptions options, Page page);

  /// Runs a cell up to its first failure, and returns the failures. `number` is the cell's number in messages. With
  /// `silent`, no result is shown.
  std::vector<Failure> run(const std::string& code, int number, bool silent);
  /// Returns the completions at the cursor. `cursor` is counted in characters.
  Found complete(const std::string& code, uint32_t cursor);
  /// Returns the documentation of the name or command at the cursor; nothing if there is none.
  std::optional<std::string> inspect(const std::string& code, uint32_t cursor);
  bool is_whole(const std::string& code) { return nova::is_whole(code); }
  /// Whether the code has no syntax errors. Code with commands counts as correct.
  static bool reads(const std::string& code);

  /// Stops the running cell. May be called from any thread.
  void interrupt() { session_.interrupt(); }
  void forget_interrupt() { session_.forget_interrupt(); }

 private:
  const Page shown_;
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
