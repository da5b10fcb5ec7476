// The output of a session: values go to standard output, everything else to standard error. On a terminal, a
// program's output is escaped, so that it cannot control the terminal. A status line can be shown while a form runs.
// It is removed before anything else is printed.
#pragma once
#include <mutex>
#include <string>
#include <string_view>

namespace nova {

class Output {
 public:
  void value(std::string_view text);
  void other(std::string_view text);
  /// Prints a program's output to standard error, for commands whose standard output has only their own result.
  void aside(std::string_view text);
  /// Prints a picture that consists of terminal control codes.
  void picture(std::string_view text);
  /// Shows or replaces the status line. Does nothing if the terminal's current line has text already.
  void show_status(const std::string& line);
  void clear_status();
  /// Ends the current line, so that the next text begins a new one.
  void begin_line();
  /// Sets whether the cursor is at the begin of a line. Must be called after another source, such as typed input, has
  /// written text to the terminal.
  void at_line_begin(bool yes) { line_begins_ = yes; }

 private:
  void take_status_away();
  void to_error(std::string_view text);
  std::mutex mutex_;
  bool line_begins_ = true, status_shown_ = false;
};

} // namespace nova
