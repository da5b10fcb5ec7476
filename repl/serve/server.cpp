// The connection to one client. One thread reads requests and cancels them, the thread that called `serve_client` runs
// them.
#include "repl/serve/server.hpp"
#include "repl/protocol/bytes.hpp"
#include "repl/serve/queue.hpp"
#include "repl/serve/runner.hpp"
#include "runtime/fault.hpp"
#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <fcntl.h>
#include <new>
#include <poll.h>
#include <sys/eventfd.h>
#include <thread>
#include <unistd.h>
#include <utility>

namespace nova {
namespace serve {
namespace {

constexpr size_t longest_line = size_t{256} << 20; ///< bytes of a request
constexpr size_t longest_greeting = 4096;          ///< bytes of a request before the token is known
constexpr std::chrono::seconds time_for_token{10};

/// Splits a stream of bytes into lines.
class Lines {
 public:
  struct Line {
    std::string_view text; ///< valid until the next call of `append` or `next`
    bool too_long = false; ///< whether it was longer than allowed; its text is dropped then
  };
  void append(std::string_view bytes) { bytes_ += bytes; }
  /// Ends the last line, which may lack its newline.
  void end() {
    if (at_ < bytes_.size()) bytes_ += '\n';
  }
  /// Removes and returns the next line, of at most `most` bytes. Returns nothing if it is not complete yet.
  std::optional<Line> next(size_t most) {
    for (;;) {
      const size_t end = bytes_.find('\n', seen_);
      if (end == bytes_.npos) return unfinished(most);
      const std::string_view line = std::string_view(bytes_).substr(at_, end - at_);
      at_ = seen_ = end + 1;
      if (std::exchange(skips_, false)) continue;
      return line.size() > most ? Line{"", true} : Line{line};
    }
  }

 private:
  std::string bytes_;
  size_t at_ = 0, seen_ = 0; ///< where the next line begins; where the search for its end goes on
  bool skips_ = false;       ///< whether the rest of a line that was too long is still to be dropped

  std::optional<Line> unfinished(size_t most) {
    bytes_.erase(0, std::exchange(at_, 0));
    seen_ = bytes_.size();
    if (seen_ <= most) return {};
    bytes_.clear(), seen_ = 0;
    return std::exchange(skips_, true) ? std::nullopt : std::optional(Line{"", true});
  }
};

/// Whether two texts are equal. The time that this takes tells nothing of where they differ.
bool same_secret(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  int differences = 0;
  for (size_t k = 0; k < a.size(); ++k) differences |= a[k] ^ b[k];
  return differences == 0;
}

class Server {
 public:
  Server(Runner& runner, const Client& client)
      : runner_(runner), client_(client), trusted_(client.token.empty()), wake_(eventfd(0, EFD_CLOEXEC)) {}
  ~Server() { ::close(wake_); }
  Server(const Server&) = delete;

  int serve() {
    std::thread reader([this] { read_requests(); });
    while (const std::optional<Request> r = queue_.next()) {
      const Reply reply = runner_.run(*r);
      queue_.finish();
      send(reply);
    }
    const uint64_t one = 1;
    [[maybe_unused]] const ssize_t woken = ::write(wake_, &one, sizeof one);
    reader.join();
    return 0;
  }
  /// Ends the running request. Returns false if none runs. May be called in a signal handler.
  bool interrupt() { return queue_.is_busy() && (runner_.interrupt(), true); }

 private:
  Runner& runner_;
  const Client client_;
  bool trusted_;      ///< whether the client has given the token; the reading thread alone uses it
  bool left_ = false; ///< whether the client was turned away; the reading thread alone uses it
  const int wake_;    ///< becomes readable when all requests have run
  Lines lines_;
  std::mutex sending_;
  Queue queue_{[this] { runner_.forget_interrupt(); }, [this] { runner_.interrupt(); }};

  /// Sends a reply, or an error if there is no memory for its text. If the client is gone, there will be no more
  /// requests.
  void send(const Reply& r) {
    std::string line;
    try {
      line = to_line(r);
    } catch (const std::bad_alloc&) {
      line = to_line(failure(r.id, {"E0601", {}, no_memory_left("the reply"), {}}));
    }
    const std::lock_guard lock(sending_);
    if (!protocol::write_all(client_.out, line)) queue_.leave();
  }

  /// The loop of the reading thread. It also notices that the client is gone while a request runs: then nothing can be
  /// written any more.
  void read_requests() {
    const auto deadline = std::chrono::steady_clock::now() + time_for_token;
    for (bool open = true;;) {
      pollfd fds[] = {{open ? client_.in : -1, POLLIN, 0}, {client_.out, 0, 0}, {wake_, POLLIN, 0}};
      const auto left =
          std::chrono::duration_cast<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
      const int wait = trusted_ ? -1 : static_cast<int>(std::max<int64_t>(0, left.count()));
      const int ready = ::poll(fds, 3, wait);
      if (ready < 0 && errno == EINTR) continue;
      const bool is_gone = (fds[1].revents & (POLLERR | POLLHUP | POLLNVAL)) != 0;
      if (ready <= 0 || is_gone) return queue_.leave(); // or the token has not come in time
      if (fds[2].revents != 0) return;
      if (fds[0].revents != 0 && !read_some()) open = false, queue_.close();
      if (left_) return queue_.leave();
    }
  }
  /// Reads what has come, and handles its lines. Returns false at the end.
  bool read_some() {
    char block[65536];
    const ssize_t n = ::read(client_.in, block, sizeof block);
    if (n < 0 && (errno == EINTR || errno == EAGAIN)) return true;
    if (n > 0)
      lines_.append({block, static_cast<size_t>(n)});
    else
      lines_.end();
    const auto most = [this] { return trusted_ ? longest_line : longest_greeting; };
    while (std::optional<Lines::Line> line = left_ ? std::nullopt : lines_.next(most()))
      if (line->too_long)
        refuse("null", "it has more than " + std::to_string(most()) + " bytes");
      else if (line->text.find_first_not_of(" \t\r") != line->text.npos)
        try {
          handle(line->text);
        } catch (const std::bad_alloc&) {
          refuse("null", "there is no memory for it");
        }
    return n > 0;
  }

  void handle(std::string_view line) {
    std::variant<Request, Refusal> parsed = parse_request(line);
    if (auto* refusal = std::get_if<Refusal>(&parsed)) return refuse(refusal->id, std::move(refusal->why));
    Request& r = std::get<Request>(parsed);
    if (r.method == Method::Hello) return greet(r);
    if (!trusted_) return refuse(r.id, "the first request is hello, with the token");
    if (r.method == Method::Cancel) return cancel(r);
    const std::string id = r.id;
    if (!queue_.push(std::move(r))) refuse(id, "too many requests wait for this one to be taken");
  }
  /// Sends the error that a line is no request. A client that has not given the token gets no second attempt.
  void refuse(const std::string& id, std::string why) {
    send(failure(id, {"E0718", {}, {std::move(why)}, {}}));
    if (!trusted_) left_ = true;
  }
  void greet(const Request& r) {
    if (!client_.token.empty() && !same_secret(r.token, client_.token))
      return refuse(r.id, "the token is wrong");
    trusted_ = true;
    Reply reply;
    reply.id = r.id, reply.version = NOVA_VERSION;
    send(reply);
  }
  void cancel(const Request& r) {
    const Queue::Cancelled found = queue_.cancel(r.cancelled);
    if (found == Queue::Cancelled::Waiting) send(failure(r.cancelled, {"E0603", {}, {}, {}}));
    Reply reply;
    reply.id = r.id, reply.cancelled = found != Queue::Cancelled::None;
    send(reply);
  }
};

std::atomic<Server*> interruptible = nullptr; // the server that SIGINT interrupts

/// Ends the running request. If there is none, ends the process as the signal does without a handler.
void on_interrupt(int signal) {
  Server* const server = interruptible;
  if (server && server->interrupt()) return;
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

} // namespace

bool put_streams_aside() {
  const int nothing = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  const bool done = ::dup2(nothing, STDIN_FILENO) >= 0 && ::dup2(STDERR_FILENO, STDOUT_FILENO) >= 0;
  if (nothing > STDERR_FILENO) ::close(nothing);
  return done;
}

int serve_client(Runner& runner, const Client& client) {
  Server server(runner, client);
  interruptible = &server;
  const auto before = std::signal(SIGINT, on_interrupt);
  std::signal(SIGPIPE, SIG_IGN);
  const int status = server.serve();
  std::signal(SIGINT, before);
  interruptible = nullptr;
  return status;
}

} // namespace serve

int serve_requests(SessionOptions options) {
  const serve::Client client{::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1),
                             ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)};
  if (client.in < 0 || client.out < 0 || !serve::put_streams_aside())
    return std::perror("nova serve: standard input and output"), 1;
  serve::Runner runner(std::move(options), getppid());
  return serve::serve_client(runner, client);
}

} // namespace nova
