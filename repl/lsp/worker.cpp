#include "repl/lsp/worker.hpp"
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace nova::lsp {

namespace {

constexpr int64_t most_milliseconds = 20'000; ///< the longest time of a check
#if defined NOVA_ADDRESS_SANITIZER || defined NOVA_THREAD_SANITIZER
constexpr rlim_t most_memory = RLIM_INFINITY; // the sanitizers' shadow memory needs address space
#else
constexpr rlim_t most_memory = rlim_t{8} << 30; ///< bytes of address space of a worker
#endif
constexpr size_t question_bytes = 1 + 2 * sizeof(uint32_t); ///< bytes of a query: its kind, line, character

int64_t now() {
  using namespace std::chrono;
  return duration_cast<milliseconds>(steady_clock::now().time_since_epoch()).count();
}

bool send_all(int fd, const char* bytes, size_t n) {
  while (n > 0) {
    const ssize_t sent = ::send(fd, bytes, n, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    bytes += sent, n -= static_cast<size_t>(sent);
  }
  return true;
}

/// Sends the length of a text, then its bytes. Returns false on an error.
bool send_text(int fd, const std::string& text) {
  const uint64_t n = text.size();
  return send_all(fd, reinterpret_cast<const char*>(&n), sizeof n) && send_all(fd, text.data(), text.size());
}

std::string answer(Facts& facts, Question q, Place at) {
  switch (q) {
  case Question::Hover: {
    const auto h = facts.hover(at);
    return h ? to_json(*h) : "null";
  }
  case Question::Definition: {
    const auto l = facts.definition(at);
    return l ? to_json(*l) : "null";
  }
  case Question::Completion: return to_json(facts.completions(at));
  case Question::Outline: return to_json(facts.outline());
  case Question::Format: {
    const auto after = facts.formatted();
    return after ? to_json(facts.text(), difference(facts.text().all(), *after)) : "null";
  }
  }
  return "null";
}

void limit(int resource, rlim_t most) {
  const rlimit l{most, most};
  setrlimit(static_cast<__rlimit_resource>(resource), &l);
}

[[noreturn]] void work(int fd, Session& session, const std::string& uri, std::optional<int64_t> version,
                       const std::string& text) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_AS, most_memory);
  Facts facts(session, path_of_uri(uri), text);
  if (!send_text(fd, diagnostics_notification(uri, version, facts.messages()))) _exit(0);
  char question[question_bytes];
  for (;;) {
    if (::recv(fd, question, sizeof question, MSG_WAITALL) != static_cast<ssize_t>(sizeof question)) _exit(0);
    Place at;
    std::memcpy(&at.line, question + 1, sizeof at.line);
    std::memcpy(&at.character, question + 1 + sizeof at.line, sizeof at.character);
    if (!send_text(fd, answer(facts, static_cast<Question>(question[0]), at))) _exit(0);
  }
}

} // namespace

Worker::Worker(Session& session, const std::string& uri, std::optional<int64_t> version,
               const std::string& text)
    : started_(now()) {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return;
  pid_ = ::fork();
  if (pid_ == 0) {
    ::close(ends[0]), ::close(STDIN_FILENO), ::close(STDOUT_FILENO);
    work(ends[1], session, uri, version, text);
  }
  ::close(ends[1]);
  if (pid_ < 0)
    ::close(ends[0]);
  else
    fd_ = ends[0];
}

Worker::~Worker() {
  if (fd_ >= 0) ::close(fd_);
  if (pid_ <= 0) return;
  ::kill(pid_, SIGKILL);
  while (::waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

void Worker::ask(Question q, Place at, std::string id) {
  char question[question_bytes];
  question[0] = static_cast<char>(q);
  std::memcpy(question + 1, &at.line, sizeof at.line);
  std::memcpy(question + 1 + sizeof at.line, &at.character, sizeof at.character);
  send_all(fd_, question, sizeof question);
  ids_.push_back(std::move(id));
}

bool Worker::receive() {
  char block[65536];
  ssize_t n;
  do n = ::recv(fd_, block, sizeof block, MSG_DONTWAIT);
  while (n < 0 && errno == EINTR);
  if (n < 0) return errno == EAGAIN || errno == EWOULDBLOCK;
  received_.append(block, static_cast<size_t>(n));
  return n > 0;
}

std::optional<std::string> Worker::take() {
  uint64_t n;
  if (received_.size() < sizeof n) return {};
  std::memcpy(&n, received_.data(), sizeof n);
  if (received_.size() - sizeof n < n) return {};
  std::string text = received_.substr(sizeof n, n);
  received_.erase(0, sizeof n + n);
  return text;
}

std::string Worker::take_id() {
  if (ids_.empty()) return {};
  std::string id = std::move(ids_.front());
  ids_.pop_front();
  return id;
}

bool Worker::is_late() const { return !checked_ && now() - started_ > most_milliseconds; }

} // namespace nova::lsp
