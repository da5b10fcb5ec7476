// Where a session prints: values to standard output, everything else to standard error. Between the two,
// while a form runs long, a line that tells so: it is taken away before anything else is printed.
#pragma once
#include <mutex>
#include <string>
#include <string_view>

namespace nova {

class Output {
 public:
  void value(std::string_view text);
  void other(std::string_view text);
  /// Shows a line on the terminal instead of the one shown; not where something stands in its line already.
  void show_status(const std::string& line);
  void clear_status();
  /// The next text begins at the left of the terminal.
  void begin_line();
  /// What somebody else has written ends so.
  void at_line_begin(bool yes) { line_begins_ = yes; }

 private:
  void take_status_away();
  std::mutex mutex_;
  bool line_begins_ = true, status_shown_ = false;
};

} // namespace nova
