#include "repl/prompt/piped_input.hpp"
#include "frontend/read/lexer.hpp"
#include "repl/prompt/prompt.hpp"
#include "runtime/fault.hpp"
#include "runtime/watch.hpp"
#include <cerrno>
#include <cstring>
#include <poll.h>
#include <unistd.h>

namespace nova {

namespace {

/// Whether the text can run: it has a form or a command, and ends with a line that completes the last one.
bool can_run(const std::string& text) {
  return text.ends_with('\n') && Lexer(text).next().kind != TokenKind::End && is_whole(text);
}

} // namespace

bool PipedInput::is_ready(int milliseconds) const {
  pollfd wanted{descriptor_, POLLIN, 0};
  return ::poll(&wanted, 1, milliseconds) > 0;
}

void PipedInput::read_block(std::string& text) {
  char block[65536];
  const ssize_t n = ::read(descriptor_, block, sizeof block);
  if (n < 0 && errno != EINTR && errno != EAGAIN) fail("E0501", {"<stdin>", std::strerror(errno)});
  ended_ = n == 0;
  if (n <= 0) return;
  charge_.grow(static_cast<uint64_t>(n));
  text.append(block, static_cast<size_t>(n));
}

/// A text that was not whole is looked at again when it has grown by half, or at the next pause. So a long form that
/// comes in many blocks takes linear time.
std::string PipedInput::next(std::chrono::milliseconds pause) {
  using Clock = std::chrono::steady_clock;
  constexpr int interval = 20; // milliseconds between two polls of the watch
  std::string text;
  charge_ = {};
  size_t looked_at = 0; // size of the text when it was not whole
  auto last = Clock::now();
  while (!ended_) {
    Watch::answer();
    const bool grown = pause.count() == 0 && text.size() > looked_at + looked_at / 2;
    if (is_ready(grown ? 0 : interval)) {
      read_block(text), last = Clock::now();
    } else if (text.size() > looked_at && Clock::now() - last >= pause) {
      if (can_run(text)) return text;
      looked_at = text.size();
    }
  }
  return text;
}

} // namespace nova
