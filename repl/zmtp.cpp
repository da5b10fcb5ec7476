#include "repl/zmtp.hpp"
#include <arpa/inet.h>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>

namespace nova::zmtp {

namespace {

constexpr size_t greeting_bytes = 64;
constexpr size_t most_frame = size_t{256} << 20, most_frames = 4096, most_waiting = size_t{256} << 20;
constexpr int last_words_milliseconds = 1000;
enum Flags : uint8_t { More = 1, Long = 2, Command = 4 };

std::string greeting() {
  std::string g(greeting_bytes, '\0');
  g[0] = '\xFF', g[9] = '\x7F', g[10] = 3; // the signature, and the version
  g.replace(12, 4, "NULL");
  return g;
}

std::string big_endian(uint64_t n, int bytes) {
  std::string out;
  for (int k = bytes - 1; k >= 0; --k) out += static_cast<char>(n >> (8 * k));
  return out;
}

std::string frame(std::string_view body, uint8_t flags) {
  const bool is_long = body.size() > 255;
  std::string out(1, static_cast<char>(flags | (is_long ? Long : 0)));
  return (out += big_endian(body.size(), is_long ? 8 : 1)) += body;
}

std::string message(const Frames& frames) {
  std::string out;
  for (size_t k = 0; k < frames.size(); ++k) out += frame(frames[k], k + 1 < frames.size() ? More : 0);
  return out;
}

/// The handshake's command; what kind of socket one is, is all that it tells.
std::string ready(Role role) {
  const std::string type = role == Role::Publish ? "PUB" : role == Role::Echo ? "REP" : "ROUTER";
  return frame("\x05READY\x0bSocket-Type" + big_endian(type.size(), 4) + type, Command);
}

} // namespace

Sockets::~Sockets() {
  stop(), join();
  for (const Port& p : ports_) ::close(p.fd);
  for (const Peer& p : peers_) ::close(p.fd);
  for (int fd : wake_)
    if (fd >= 0) ::close(fd);
}

bool Sockets::listen(const std::string& ip, uint16_t port, Role role) {
  sockaddr_in address{};
  address.sin_family = AF_INET, address.sin_port = htons(port);
  if (::inet_pton(AF_INET, ip.c_str(), &address.sin_addr) != 1) return false;
  const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0), on = 1;
  if (fd < 0) return false;
  ::setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  const bool listens =
      ::bind(fd, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0 && ::listen(fd, 16) == 0;
  if (!listens) return ::close(fd), false;
  return ports_.push_back({fd, role}), true;
}

void Sockets::start() {
  if (::pipe2(wake_, O_CLOEXEC | O_NONBLOCK) != 0) wake_[0] = wake_[1] = -1;
  sigset_t all, before; // signals are for the thread that evaluates
  sigfillset(&all), pthread_sigmask(SIG_SETMASK, &all, &before);
  thread_ = std::thread([this] { run(); });
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

void Sockets::join() {
  if (thread_.joinable()) thread_.join();
}

void Sockets::stop() {
  {
    std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  arrived_.notify_all();
  wake();
}

void Sockets::wake() {
  const char c = 0;
  if (wake_[1] >= 0 && ::write(wake_[1], &c, 1) < 0) return; // full: it will wake anyway
}

std::optional<Incoming> Sockets::receive() {
  std::unique_lock lock(mutex_);
  arrived_.wait(lock, [&] { return !queue_.empty() || stopping_; });
  if (stopping_) return {};
  Incoming first = std::move(queue_.front());
  queue_.pop_front();
  return first;
}

uint64_t Sockets::arrived() {
  std::lock_guard lock(mutex_);
  return arrived_messages_;
}

void Sockets::send(uint64_t peer, const Frames& frames) {
  {
    std::lock_guard lock(mutex_);
    for (Peer& p : peers_)
      if (p.id == peer && p.stage == Peer::Traffic) p.out += message(frames);
  }
  wake();
}

/// A peer that does not read loses what is too much.
void Sockets::publish(size_t port, const Frames& frames) {
  {
    std::lock_guard lock(mutex_);
    const auto wants = [&](const Peer& p) {
      for (const std::string& t : p.topics)
        if (frames[0].starts_with(t)) return true;
      return false;
    };
    for (Peer& p : peers_)
      if (p.port == port && wants(p) && p.out.size() < most_waiting) p.out += message(frames);
  }
  wake();
}

// ---- the sockets' thread
// -----------------------------------------------------------------------------------------------

void Sockets::run() {
  while (!stopping_ && step())
    if (on_tick) on_tick();
  using clock = std::chrono::steady_clock;
  const auto unsent = [&] {
    for (const Peer& p : peers_)
      if (!p.out.empty()) return true;
    return false;
  };
  for (const auto end = clock::now() + std::chrono::milliseconds(last_words_milliseconds);
       unsent() && clock::now() < end;)
    step();
}

/// Waits, then takes and sends what can be.
bool Sockets::step() {
  std::vector<pollfd> fds{{wake_[0], POLLIN, 0}};
  std::vector<Peer*> peers;
  {
    std::lock_guard lock(mutex_);
    for (const Port& p : ports_) fds.push_back({p.fd, POLLIN, 0});
    for (Peer& p : peers_)
      peers.push_back(&p),
          fds.push_back({p.fd, static_cast<short>(POLLIN | (p.out.empty() ? 0 : POLLOUT)), 0});
  }
  if (::poll(fds.data(), fds.size(), 100) < 0 && errno != EINTR) return false;
  char drop[256];
  while (::read(wake_[0], drop, sizeof drop) > 0) {
  }
  std::lock_guard lock(mutex_);
  for (size_t k = 0; k < peers.size(); ++k) {
    const short events = fds[1 + ports_.size() + k].revents;
    if (events & (POLLIN | POLLERR | POLLHUP)) read_from(*peers[k]);
    write_to(*peers[k]);
  }
  for (size_t k = 0; k < ports_.size(); ++k)
    if (fds[1 + k].revents & POLLIN) accept_peer(k);
  peers_.remove_if([](const Peer& p) { return p.gone && (::close(p.fd), true); });
  return true;
}

void Sockets::accept_peer(size_t port) {
  const int fd = ::accept4(ports_[port].fd, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK), on = 1;
  if (fd < 0) return;
  ::setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  Peer p;
  p.id = next_peer_++, p.fd = fd, p.port = port, p.out = greeting();
  peers_.push_back(std::move(p));
}

void Sockets::read_from(Peer& p) {
  char block[65536];
  for (ssize_t n; !p.gone && (n = ::recv(p.fd, block, sizeof block, 0)) != -1;) {
    if (n == 0) p.gone = true;
    p.in.append(block, static_cast<size_t>(n));
    while (!p.gone && parse(p)) {
    }
  }
  if (errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR) p.gone = true;
}

void Sockets::write_to(Peer& p) {
  while (!p.gone && !p.out.empty()) {
    const ssize_t n = ::send(p.fd, p.out.data(), p.out.size(), MSG_NOSIGNAL);
    if (n > 0)
      p.out.erase(0, static_cast<size_t>(n));
    else if (errno != EINTR)
      return void(p.gone |= errno != EAGAIN && errno != EWOULDBLOCK);
  }
}

/// Takes the next piece of what has come; false where it has not come whole.
bool Sockets::parse(Peer& p) {
  if (p.stage != Peer::Greeting) return parse_frame(p);
  if (p.in.size() < greeting_bytes) return false;
  const bool understood =
      p.in[0] == '\xFF' && (p.in[9] & 1) && p.in[10] >= 3 && p.in.substr(12, 5) == std::string("NULL\0", 5);
  if (!understood) return p.gone = true, false;
  p.in.erase(0, greeting_bytes);
  p.out += ready(ports_[p.port].role), p.stage = Peer::Handshake;
  return true;
}

bool Sockets::parse_frame(Peer& p) {
  if (p.in.empty()) return false;
  const uint8_t flags = static_cast<uint8_t>(p.in[0]);
  const size_t head = flags & Long ? 9 : 2;
  if (p.in.size() < head) return false;
  uint64_t n = 0;
  for (size_t k = 1; k < head; ++k) n = n << 8 | static_cast<unsigned char>(p.in[k]);
  if (n > most_frame || p.frames.size() >= most_frames || (flags & ~7)) return p.gone = true, false;
  if (p.in.size() - head < n) return false;
  std::string body = p.in.substr(head, n);
  p.in.erase(0, head + n);
  if (flags & Command) return take_command(p, body), true;
  if (p.stage != Peer::Traffic) return p.gone = true, false;
  p.frames.push_back(std::move(body));
  if (!(flags & More)) take_message(p);
  return true;
}

void Sockets::take_command(Peer& p, const std::string& body) {
  if (p.stage == Peer::Handshake) {
    if (body.starts_with("\x05READY"))
      p.stage = Peer::Traffic;
    else
      p.gone = true;
  } else if (body.starts_with("\x09SUBSCRIBE"))
    p.topics.push_back(body.substr(10));
  else if (body.starts_with("\x04PING"))
    p.out += frame("\x04PONG" + body.substr(std::min<size_t>(body.size(), 7)), Command);
}

void Sockets::take_message(Peer& p) {
  Frames frames = std::exchange(p.frames, {});
  switch (ports_[p.port].role) {
  case Role::Echo: return void(p.out += message(frames));
  case Role::Publish: // a subscription, or the end of one
    if (frames[0].starts_with('\1'))
      p.topics.push_back(frames[0].substr(1));
    else if (frames[0].starts_with('\0'))
      std::erase(p.topics, frames[0].substr(1));
    return;
  case Role::Router:
  case Role::Control: break;
  }
  Incoming m{p.port, p.id, std::move(frames), ++arrived_messages_};
  if (on_arrival) on_arrival(m);
  const bool first = ports_[p.port].role == Role::Control;
  queue_.insert(first ? queue_.begin() : queue_.end(), std::move(m));
  arrived_.notify_all();
}

} // namespace nova::zmtp
