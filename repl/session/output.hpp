// Where a session prints: values to standard output, everything else to standard error. On a terminal what a program prints is
// inert: nothing of it steers the terminal. Between the two, while a form runs long, a line that tells so: it is taken away before anything else is printed.
#pragma once
#include <mutex>
#include <string>
#include <string_view>

namespace nova {

class Output {
 public:
  void value(std::string_view text);
  void other(std::string_view text);
  /// What a program prints where values belong to somebody else: to standard error.
  void aside(std::string_view text);
  /// A picture, made of a terminal's own codes.
  void picture(std::string_view text);
  /// Shows a line on the terminal instead of the one shown; not where something stands in its line already.
  void show_status(const std::string& line);
  void clear_status();
  /// The next text begins at the left of the terminal.
  void begin_line();
  /// Says whether text from elsewhere, as the typed input, has ended with a newline.
  void at_line_begin(bool yes) { line_begins_ = yes; }

 private:
  void take_status_away();
  void to_error(std::string_view text);
  std::mutex mutex_;
  bool line_begins_ = true, status_shown_ = false;
};

} // namespace nova
