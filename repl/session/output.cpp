#include "repl/session/output.hpp"
#include "repl/editor/terminal.hpp"
#include "runtime/watch.hpp"
#include <algorithm>
#include <cstdio>
#include <poll.h>
#include <stdio_ext.h>
#include <unistd.h>

namespace nova {

namespace {

/// Waits until a page of bytes can be written to standard output without blocking, and polls the limits meanwhile. If
/// a limit ends the wait, discards the output in the buffer, since the reader of the output may never read it.
void await_reader() {
  constexpr int interval_ms = 20;
  pollfd wanted{STDOUT_FILENO, POLLOUT, 0};
  try {
    while (::poll(&wanted, 1, 0) == 0 && Watch::answer()) ::poll(&wanted, 1, interval_ms);
  } catch (...) {
    __fpurge(stdout);
    throw;
  }
}

/// Writes the text to standard output in small pieces. So each write has at most a page of bytes, which a pipe that
/// is ready accepts without blocking.
void write_heard(std::string_view text) {
  constexpr size_t little = 2048;
  for (; !text.empty(); text.remove_prefix(std::min(little, text.size()))) {
    const std::string_view piece = text.substr(0, little);
    if (__fpending(stdout) + piece.size() >= __fbufsize(stdout)) await_reader();
    std::fwrite(piece.data(), 1, piece.size(), stdout);
  }
}

} // namespace

void Output::value(std::string_view text) {
  const std::lock_guard lock(mutex_);
  take_status_away();
  write_heard(text); // escaped on a terminal by editor::make_streams_inert
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
