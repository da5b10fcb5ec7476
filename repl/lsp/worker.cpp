#include "repl/lsp/worker.hpp"
#include "repl/lsp/query_json.hpp"
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

/// The head of a query's bytes; the text follows.
struct QueryHead {
  Question question;
  bool definition;
  Range range;
  uint32_t text_bytes;
};
static_assert(std::is_trivially_copyable_v<QueryHead>);

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

template <class T> std::string or_null(const std::optional<T>& answer) {
  return answer ? to_json(*answer) : "null";
}

std::string formatting(Facts& facts) {
  const auto after = facts.formatted();
  return after ? to_json(facts.text(), difference(facts.text().all(), *after)) : "null";
}

/// Returns the uses of the name at a place; of references only those that the query wants.
std::vector<Range> uses_at(Facts& facts, Place at, bool with_definition) {
  const Name* n = facts.name_at(facts.text().byte_at(at));
  std::vector<Range> out;
  if (!n || n->kind == NameKind::Unknown) return out;
  PlaceFinder places(facts.text());
  for (const Name& use : facts.uses_of(*n))
    if (with_definition || !use.defines) out.push_back(places.range_of(use.begin, use.end));
  return out;
}

std::string renaming(Facts& facts, const Query& q) {
  const Renaming r = rename(facts, q.range.begin, q.text);
  return r.refusal.empty() ? workspace_edit(facts.path(), r.edits) : refused + r.refusal;
}

std::string answer(Facts& facts, const Query& q) {
  const Place at = q.range.begin;
  switch (q.question) {
  case Question::Hover: return or_null(facts.hover(at));
  case Question::Definition: return or_null(facts.definition(at));
  case Question::Completion: return to_json(facts.completions(at));
  case Question::Outline: return to_json(facts.outline());
  case Question::Format: return formatting(facts);
  case Question::References: return locations(facts.path(), uses_at(facts, at, q.definition));
  case Question::Highlights: return highlights(uses_at(facts, at, true));
  case Question::RenamedName: return or_null(renamed_name(facts, at));
  case Question::Rename: return renaming(facts, q);
  case Question::Signature: return or_null(signature_at(facts, at));
  case Question::Tokens: return tokens_json(semantic_tokens(facts));
  case Question::Inlays: return to_json(inlays(facts, q.range));
  case Question::Folds: return to_json(folds(facts));
  case Question::Indentation: return edits_json(indented_line(facts, at));
  case Question::CallItem: return call_items(facts.path(), call_item(facts, at));
  case Question::Callers: return calls_json(facts.path(), "from", callers(facts, at));
  case Question::Callees: return calls_json(facts.path(), "to", callees(facts, at));
  case Question::Symbols: return symbols_json(facts.path(), facts.outline(), q.text);
  case Question::Mends: return mends_json(facts, possible_mends(facts, q.range));
  }
  return "null";
}

/// Reads a query. Returns nothing where the server has gone.
std::optional<Query> receive_query(int fd) {
  QueryHead head;
  if (::recv(fd, &head, sizeof head, MSG_WAITALL) != static_cast<ssize_t>(sizeof head)) return {};
  Query q{head.question, head.range, std::string(head.text_bytes, '\0'), head.definition};
  if (head.text_bytes > 0 &&
      ::recv(fd, q.text.data(), q.text.size(), MSG_WAITALL) != static_cast<ssize_t>(q.text.size()))
    return {};
  return q;
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
  while (const std::optional<Query> q = receive_query(fd))
    if (!send_text(fd, answer(facts, *q))) break;
  _exit(0);
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

void Worker::ask(const Query& q, std::string id) {
  const QueryHead head{q.question, q.definition, q.range, static_cast<uint32_t>(q.text.size())};
  std::string bytes(reinterpret_cast<const char*>(&head), sizeof head);
  bytes += q.text;
  send_all(fd_, bytes.data(), bytes.size());
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
