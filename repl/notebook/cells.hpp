// What a notebook's cell does in a session: its forms and commands run as at the prompt, names are completed
// and explained. How a cell comes here, and how what it gives is shown, is not known here.
#pragma once
#include "repl/help/known_names.hpp"
#include "repl/prompt/prompt.hpp"

namespace nova::notebook {

struct Failure {
  std::string name, message, text; ///< text: rendered, with colours
};

/// Names that may stand instead of the characters from `begin` to `end`.
struct Found {
  std::vector<Completion> names;
  uint32_t begin = 0, end = 0;
};

class Cells {
 public:
  /// Of a cell's values the last is shown as its result, the others are printed as the options say; a thread
  /// that compiles may call `err` too.
  Cells(SessionOptions options, Page page);

  /// Runs the cell of this number, up to what fails first; what failed.
  std::vector<Failure> run(const std::string& code, int number, bool silent);
  /// What may stand at the cursor, which is told in characters.
  Found complete(const std::string& code, uint32_t cursor);
  /// What is known of the name, or the command, at the cursor.
  std::optional<std::string> inspect(const std::string& code, uint32_t cursor);
  bool is_whole(const std::string& code) { return nova::is_whole(code); }
  /// Is it data from end to end, or has it commands?
  static bool reads(const std::string& code);

  /// What runs stops; any thread may ask.
  void interrupt() { session_.interrupt(); }
  void forget_interrupt() { session_.forget_interrupt(); }

 private:
  const Page shown_;
  Session session_;
  std::vector<Failure> failures_;
  std::optional<RichResult> last_; ///< of the cell's values
  const Page page_{[this](RichResult r) { hold(std::move(r)); }, shown_.display};
  Prompt prompt_{session_, nullptr, &page_};

  void take(Diagnostic d);
  void hold(RichResult r);
  CompletionKind kind_of(std::string_view name);
};

} // namespace nova::notebook
