#include "repl/output.hpp"
#include "repl/editor/terminal.hpp"
#include <cstdio>
#include <unistd.h>

namespace nova {

void Output::value(std::string_view text) {
  const std::lock_guard lock(mutex_);
  take_status_away();
  std::fwrite(text.data(), 1, text.size(), stdout); // inert on a terminal (editor::make_streams_inert)
  if (!text.empty()) line_begins_ = text.back() == '\n';
}

void Output::other(std::string_view text) { to_error(editor::fit_with_colours(STDERR_FILENO, text)); }
void Output::aside(std::string_view text) { to_error(editor::fit_for(STDERR_FILENO, text)); }

void Output::to_error(std::string_view text) {
  const std::lock_guard lock(mutex_);
  take_status_away();
  std::fflush(stdout);
  editor::write_bytes(STDERR_FILENO, text);
  if (!text.empty()) line_begins_ = text.back() == '\n';
}

void Output::picture(std::string_view text) {
  const std::lock_guard lock(mutex_);
  take_status_away();
  std::fflush(stdout);
  editor::write_bytes(STDOUT_FILENO, text);
  line_begins_ = text.ends_with('\n');
}

void Output::show_status(const std::string& line) {
  const std::lock_guard lock(mutex_);
  if (!line_begins_) return;
  std::fflush(stdout);
  editor::write_bytes(STDOUT_FILENO, "\r\x1b[K\x1b[2m" + line + "\x1b[0m");
  status_shown_ = true;
}

void Output::clear_status() {
  const std::lock_guard lock(mutex_);
  take_status_away();
}

void Output::begin_line() {
  const std::lock_guard lock(mutex_);
  take_status_away();
  if (!line_begins_) std::fputc('\n', stdout);
  line_begins_ = true;
  std::fflush(stdout);
}

void Output::take_status_away() {
  if (status_shown_) editor::write_bytes(STDOUT_FILENO, "\r\x1b[K");
  status_shown_ = false;
}

} // namespace nova
