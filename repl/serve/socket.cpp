// `nova serve --socket`: the Unix socket, its token, and a process for each client.
#include "repl/serve/runner.hpp"
#include "repl/serve/server.hpp"
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

namespace nova {
namespace serve {
namespace {

constexpr int most_clients = 64;

volatile std::sig_atomic_t ended = 0;
void on_end(int) { ended = 1; }

/// Returns a random token of 256 bits in hexadecimal digits; "" if the system gives none.
std::string make_token() {
  unsigned char bytes[32];
  if (::getrandom(bytes, sizeof bytes, 0) != static_cast<ssize_t>(sizeof bytes)) return "";
  std::string out;
  for (const unsigned char b : bytes) (out += "0123456789abcdef"[b >> 4]) += "0123456789abcdef"[b & 15];
  return out;
}

/// The socket and the file with the token, which both belong to the user alone. The destructor removes them.
class Door {
 public:
  explicit Door(std::string path)
      : path_(std::move(path)), token_file_(path_ + ".token"), token_(make_token()) {}
  ~Door() {
    if (socket_ >= 0) ::close(socket_), ::unlink(path_.c_str());
    if (has_token_) ::unlink(token_file_.c_str());
  }
  Door(const Door&) = delete;

  int socket() const { return socket_; }
  const std::string& token() const { return token_; }
  /// Writes the token, then listens: a client that finds the socket finds the token. Returns what has failed, or "".
  std::string open() {
    sockaddr_un at{};
    at.sun_family = AF_UNIX;
    if (path_.size() >= sizeof at.sun_path) return path_ + ": a socket's path has at most 107 bytes";
    std::memcpy(at.sun_path, path_.data(), path_.size());
    if (token_.empty()) return "there is no random number for a token";
    if (!take_place(at)) return path_ + ": there is something already, or another server";
    if (!write_token()) return token_file_ + ": " + std::strerror(errno);
    socket_ = listening(at);
    return socket_ < 0 ? path_ + ": " + std::strerror(errno) : "";
  }

 private:
  const std::string path_, token_file_, token_;
  int socket_ = -1;
  bool has_token_ = false;

  static int new_socket() { return ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0); }
  /// Removes the socket and the token of a server that was killed. Returns false if the path is taken.
  bool take_place(const sockaddr_un& at) const {
    struct stat status;
    if (::lstat(path_.c_str(), &status) != 0) return errno == ENOENT;
    if (!S_ISSOCK(status.st_mode)) return false;
    const int probe = new_socket();
    const bool is_dead =
        ::connect(probe, reinterpret_cast<const sockaddr*>(&at), sizeof at) != 0 && errno == ECONNREFUSED;
    ::close(probe);
    if (is_dead) ::unlink(path_.c_str()), ::unlink(token_file_.c_str());
    return is_dead;
  }
  bool write_token() {
    const int file = ::open(token_file_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (file < 0) return false;
    has_token_ = true;
    const std::string line = token_ + "\n";
    const bool written = ::write(file, line.data(), line.size()) == static_cast<ssize_t>(line.size());
    return ::close(file) == 0 && written;
  }
  static int listening(const sockaddr_un& at) {
    const int s = new_socket();
    const mode_t before = ::umask(0177);
    const bool bound = ::bind(s, reinterpret_cast<const sockaddr*>(&at), sizeof at) == 0;
    ::umask(before);
    if (bound && ::listen(s, most_clients) == 0) return s;
    const int error = errno;
    ::close(s);
    if (bound) ::unlink(at.sun_path);
    return errno = error, -1;
  }
};

pid_t process_of(int connection) {
  ucred peer{};
  socklen_t size = sizeof peer;
  return ::getsockopt(connection, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 ? peer.pid : -1;
}

/// What a client's process does. It ends with the server's process.
[[noreturn]] void serve_connection(const SessionOptions& options, int connection, const Door& door,
                                   pid_t server, const sigset_t& mask) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != server) _exit(1);
  ::close(door.socket());
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) std::signal(signal, SIG_DFL);
  sigprocmask(SIG_SETMASK, &mask, nullptr);
  int status = 1;
  {
    Runner runner(options, process_of(connection));
    status = serve_client(runner, {connection, connection, door.token()});
  }
  std::fflush(nullptr);
  _exit(status);
}

/// Accepts clients until a signal comes. `mask` is the mask of signals while it waits.
void accept_clients(const SessionOptions& options, const Door& door, const sigset_t& mask) {
  const pid_t self = getpid();
  for (int clients = 0; !ended;) {
    pollfd wanted{door.socket(), POLLIN, 0};
    const int ready = ::ppoll(&wanted, 1, nullptr, &mask);
    while (clients > 0 && ::waitpid(-1, nullptr, WNOHANG) > 0) --clients;
    if (ready <= 0) continue;
    const int connection = ::accept4(door.socket(), nullptr, nullptr, SOCK_CLOEXEC);
    if (connection < 0) continue;
    const pid_t child = clients < most_clients ? ::fork() : -1;
    if (child == 0) serve_connection(options, connection, door, self, mask);
    clients += child > 0;
    ::close(connection);
  }
}

} // namespace
} // namespace serve

int serve_socket(const SessionOptions& options, const std::string& path) {
  sigset_t signals, before;
  sigemptyset(&signals);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP})
    std::signal(signal, serve::on_end), sigaddset(&signals, signal);
  sigprocmask(SIG_BLOCK, &signals, &before);
  if (!serve::put_streams_aside()) return std::perror("nova serve: standard input and output"), 1;
  serve::Door door(path);
  if (const std::string wrong = door.open(); !wrong.empty())
    return std::fprintf(stderr, "nova serve: %s\n", wrong.c_str()), 1;
  serve::accept_clients(options, door, before);
  return 0;
}

} // namespace nova
