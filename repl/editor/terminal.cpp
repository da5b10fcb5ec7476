#include "repl/editor/terminal.hpp"
#include "frontend/source/inert_lines.hpp"
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>
#include <utility>

namespace nova::editor {
namespace {

constexpr std::string_view enter_bytes = "\x1b[?2004h"; // turns bracketed paste on
constexpr std::string_view leave_bytes = "\x1b[?2004l\x1b[0m";
constexpr std::array deadly = {SIGHUP, SIGTERM, SIGQUIT, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT};
constexpr std::array heard = {SIGWINCH, SIGCONT, SIGINT};

// The data that signal handlers use. It is valid while a Terminal exists.
termios before_us;
volatile sig_atomic_t is_raw = 0;
int wake[2] = {-1, -1}; // a pipe: the handler of a signal writes a letter into it
struct sigaction old_deadly[deadly.size()], old_heard[heard.size()];
volatile sig_atomic_t line_dropped = 0;

void make_raw() {
  termios raw = before_us;
  raw.c_iflag &= ~static_cast<tcflag_t>(BRKINT | ICRNL | INLCR | IGNCR | INPCK | ISTRIP | IXON);
  raw.c_lflag &= ~static_cast<tcflag_t>(ECHO | ICANON | IEXTEN | ISIG);
  raw.c_cc[VMIN] = 1, raw.c_cc[VTIME] = 0;
  tcsetattr(STDIN_FILENO, TCSADRAIN, &raw);
  is_raw = 1;
  write_bytes(STDOUT_FILENO, enter_bytes);
}

void make_cooked() { // also called by a signal's handler
  if (!is_raw) return;
  is_raw = 0;
  write_bytes(STDOUT_FILENO, leave_bytes);
  tcsetattr(STDIN_FILENO, TCSADRAIN, &before_us);
}

/// Restores the terminal's mode and raises the signal again. The handler is removed when it runs, so it runs once.
void on_deadly(int signal) {
  make_cooked();
  raise(signal);
}

void on_heard(int signal) {
  const int error = errno;
  const char letter = signal == SIGINT ? 'i' : signal == SIGCONT ? 'c' : 'w';
  if (wake[1] >= 0 && ::write(wake[1], &letter, 1) < 0) errno = 0; // a full pipe wakes the reader too
  errno = error;
}

template <size_t n>
void install(const std::array<int, n>& signals, void (*handler)(int), int flags, struct sigaction (&old)[n]) {
  for (size_t i = 0; i < n; ++i) {
    struct sigaction action {};
    action.sa_handler = handler;
    action.sa_flags = flags;
    sigemptyset(&action.sa_mask);
    sigaction(signals[i], &action, &old[i]);
  }
}

template <size_t n> void restore(const std::array<int, n>& signals, struct sigaction (&old)[n]) {
  for (size_t i = 0; i < n; ++i) sigaction(signals[i], &old[i], nullptr);
}

/// Returns the letters that `on_heard` has written since the last call, one for each signal.
std::string take_wakes() {
  char letters[64];
  const ssize_t n = ::read(wake[0], letters, sizeof letters);
  return {letters, n > 0 ? static_cast<size_t>(n) : 0};
}

} // namespace

bool is_rich_terminal(int fd) {
  const char* term = std::getenv("TERM");
  return term && *term && std::string_view(term) != "dumb" && isatty(fd);
}

bool shows_colour(int fd) {
  const char* unwanted = std::getenv("NO_COLOR"); // no-color.org: an empty value has no effect
  return is_rich_terminal(fd) && !(unwanted && *unwanted);
}

bool terminal_can_edit() { return is_rich_terminal(STDIN_FILENO) && is_rich_terminal(STDOUT_FILENO); }

Size terminal_size() {
  winsize w{};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &w) != 0 || w.ws_col == 0 || w.ws_row == 0) return {};
  return {w.ws_col, w.ws_row};
}

namespace {

void set_echo(bool on) {
  termios t;
  if (tcgetattr(STDIN_FILENO, &t) != 0) return;
  const tcflag_t before = t.c_lflag;
  t.c_lflag = on ? before | ECHO : before & ~static_cast<tcflag_t>(ECHO);
  if (t.c_lflag != before) tcsetattr(STDIN_FILENO, TCSANOW, &t);
}

} // namespace

EchoOff::EchoOff() { set_echo(false); }
EchoOff::~EchoOff() { set_echo(true); }
void show_what_is_typed() { set_echo(true); }

void write_bytes(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t n = ::write(fd, bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return;
    bytes.remove_prefix(static_cast<size_t>(n));
  }
}

std::string fit_for(int fd, std::string_view text) {
  return isatty(fd) ? inert_lines(text) : std::string(text);
}

std::string fit_with_colours(int fd, std::string_view text) {
  if (!isatty(fd)) return std::string(text);
  std::string out;
  for (size_t at; (at = text.find("\x1b[")) != text.npos;) {
    const size_t end = text.find_first_not_of("0123456789;", at + 2);
    const bool colour = end != text.npos && text[end] == 'm';
    out += inert_lines(text.substr(0, at));
    out += colour ? std::string(text.substr(at, end + 1 - at)) : inert_lines(text.substr(at, 2));
    text.remove_prefix(colour ? end + 1 : at + 2);
  }
  return out + inert_lines(text);
}

namespace {

/// The state of a stream to a terminal. `cut` holds the bytes of a character that is not complete yet.
struct InertStream {
  int fd = -1;
  std::string cut;
};

ssize_t write_inert(void* stream, const char* bytes, size_t count) {
  auto& s = *static_cast<InertStream*>(stream);
  std::string text = std::exchange(s.cut, {}) + std::string(bytes, count);
  s.cut = text.substr(text.size() - cut_at_end(text));
  text.resize(text.size() - s.cut.size());
  write_bytes(s.fd, inert_lines(text));
  return static_cast<ssize_t>(count);
}

/// Returns a stream that writes to the terminal of `stream`, but escapes the characters that control a terminal. Its
/// state is kept in `state`. Returns `stream` itself if it does not write to a terminal.
FILE* inert_stream(FILE* stream, int buffering, InertStream& state) {
  state.fd = fileno(stream);
  if (!isatty(state.fd)) return stream;
  FILE* const inert = fopencookie(&state, "w", {nullptr, write_inert, nullptr, nullptr});
  if (!inert) return stream;
  setvbuf(inert, nullptr, buffering, BUFSIZ);
  return inert;
}

} // namespace

void make_streams_inert() {
  static InertStream &out = *new InertStream, &error = *new InertStream; // used until the process ends
  stdout = inert_stream(stdout, _IOLBF, out);
  stderr = inert_stream(stderr, _IONBF, error);
}

Terminal::Terminal() {
  if (wake[0] < 0 && pipe2(wake, O_NONBLOCK | O_CLOEXEC) != 0) wake[0] = wake[1] = -1;
  tcgetattr(STDIN_FILENO, &before_us);
  install(deadly, on_deadly, static_cast<int>(SA_RESETHAND | SA_NODEFER), old_deadly);
  install(heard, on_heard, 0, old_heard);
  make_raw();
}

Terminal::~Terminal() {
  make_cooked();
  restore(heard, old_heard);
  restore(deadly, old_deadly);
}

Terminal::Event Terminal::wait(std::string& bytes, std::optional<int> milliseconds) {
  pollfd fds[2] = {{STDIN_FILENO, POLLIN, 0}, {wake[0], POLLIN, 0}};
  int ready = ::poll(fds, 2, milliseconds.value_or(-1));
  if (ready < 0 && errno == EINTR) ready = ::poll(fds, 2, 0); // the handler has written its letter by now
  if (ready < 0 && errno != EINTR) return Event::Closed;
  if (ready <= 0) return Event::Nothing;
  if (fds[1].revents & POLLIN) {
    const std::string letters = take_wakes();
    if (letters.find('c') != letters.npos) make_raw(); // SIGCONT: a shell has used the terminal meanwhile
    return letters.find('i') != letters.npos ? Event::Interrupt : Event::Resized;
  }
  if (!fds[0].revents) return Event::Nothing;
  char block[65536];
  const ssize_t n = ::read(STDIN_FILENO, block, sizeof block);
  if (n < 0 && (errno == EINTR || errno == EAGAIN)) return Event::Nothing;
  if (n <= 0) return Event::Closed;
  bytes.assign(block, static_cast<size_t>(n));
  return Event::Bytes;
}

void Terminal::write(std::string_view bytes) { write_bytes(STDOUT_FILENO, bytes); }

void Terminal::suspend() {
  make_cooked();
  raise(SIGTSTP);
  make_raw();
}

std::optional<std::string> read_plain_line(bool& dropped) {
  struct sigaction old[1];
  line_dropped = 0;
  install(
      std::array{SIGINT}, [](int) { line_dropped = 1; }, 0, old);
  std::string line;
  for (char c = 0; c != '\n';) {
    const ssize_t n = ::read(STDIN_FILENO, &c, 1);
    if (line_dropped || n <= 0) break;
    line += c;
  }
  restore(std::array{SIGINT}, old);
  dropped = line_dropped;
  if (dropped || line.empty()) return {};
  return line;
}

} // namespace nova::editor
