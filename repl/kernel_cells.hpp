// What a notebook's cell does in a session: its forms and commands run, names are completed and explained.
// How a cell comes here, and how what it gives is shown, is not known here.
#pragma once
#include "repl/completion.hpp"
#include "repl/results.hpp"
#include "repl/show.hpp"

namespace nova::notebook {

/// Where it goes what a cell gives.
struct Page {
  std::function<void(std::string_view)> out, err; ///< what is printed; err: by a thread that compiles, too
  std::function<void(const RichResult&)> result;  ///< the cell's value: at most one
  std::function<void(const RichResult&)> display; ///< what is shown beside it
};

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
  Cells(SessionOptions options, Page page);

  /// Runs the cell of this number, up to what fails first; what failed.
  std::vector<Failure> run(const std::string& code, int number, bool silent);
  /// What may stand at the cursor, which is told in characters.
  Found complete(const std::string& code, uint32_t cursor);
  /// What is known of the name at the cursor.
  std::optional<std::string> inspect(const std::string& code, uint32_t cursor);
  bool is_whole(const std::string& code);

  /// What runs stops; any thread may ask.
  void interrupt() { session_.interrupt(); }
  void forget_interrupt() { session_.forget_interrupt(); }

 private:
  struct Command {
    const char* name;
    void (Cells::*run)(const std::string& argument);
  };
  static const Command commands[];

  Page page_;
  Session session_;
  std::vector<Failure> failures_;
  int number_ = 0;
  const ShowSettings settings_{.columns = 100};
  Results results_; ///< `it` and those before it
  FileId last_{};   ///< what ran last

  void take(const Diagnostic& d);
  void complain(const char* code, const std::string& what);
  void refuse(const std::string& name);
  FileId cell(const std::string& code);
  bool run_forms(const std::string& code) { return run_file(cell(code), false); }
  bool run_file(FileId file, bool silent);
  std::optional<Outcome> evaluate(const std::string& code);
  std::vector<std::string> defined_in(std::string_view code);
  void run_command(const std::string& line);
  void help(const std::string&);
  void derive(const std::string& code);
  void load(const std::string& path);
  void tell_type(const std::string& code);
  void tell_doc(const std::string& name);
  void tell_why(const std::string& code);
  void plot(const std::string& code);
  void show(const std::string& code);
};

} // namespace nova::notebook
