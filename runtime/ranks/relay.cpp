#include "runtime/ranks/relay.hpp"
#include <cerrno>
#include <cstring>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>

namespace nova {
namespace {

/// What rank 0 asks the bridge to do. The bytes of a transfer follow.
struct Ask {
  enum What : uint32_t { Gather = 1, Broadcast, Spread, Exchange, Finish };
  uint32_t what,
      parts; ///< parts: of a spread, whose ends follow first; of an exchange, whose Messages follow first
  uint64_t bytes; ///< of a rank in a gather; of the messages that rank 0 sends in an exchange; else of all
};
/// A message of an exchange. The bytes of those that rank 0 sends follow behind all Messages.
struct Message {
  int32_t rank;
  uint32_t is_for_rank_0;
  uint64_t bytes;
};
/// How a transfer ended. The bytes follow: of the result, or of the error's text.
struct Told {
  uint64_t good, bytes;
};

constexpr int32_t end_of_job = -1; ///< in place of a rank that is called

std::span<const std::byte> bytes_of(const auto& one) { return std::as_bytes(std::span(&one, 1)); }

/// Moves bytes through a socket that does not block, by `move`, which returns what send or recv return. Returns false if
/// the other side is gone. `poll` is called many times a second during a wait.
bool move_all(int socket, short event, size_t size, const Network::Poll& poll, auto move) {
  size_t done = 0;
  for (int pauses = 0; done < size;) {
    const ssize_t n = move(done);
    if (n > 0) {
      done += static_cast<size_t>(n), pauses = 0;
      continue;
    }
    const bool waits = n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR);
    if (!waits) return false;
    constexpr int interval_ms = 2, idle_ms = 20, idle = 1000;
    pollfd one{socket, event, 0};
    ::poll(&one, 1, ++pauses < idle ? interval_ms : idle_ms);
    if (poll) poll();
  }
  return true;
}

bool send_all(int socket, std::span<const std::byte> bytes, const Network::Poll& poll) {
  return move_all(socket, POLLOUT, bytes.size(), poll, [&](size_t at) {
    return ::send(socket, bytes.data() + at, bytes.size() - at, MSG_DONTWAIT | MSG_NOSIGNAL);
  });
}

bool receive_all(int socket, std::span<std::byte> to, const Network::Poll& poll) {
  return move_all(socket, POLLIN, to.size(), poll,
                  [&](size_t at) { return ::recv(socket, to.data() + at, to.size() - at, MSG_DONTWAIT); });
}

} // namespace

RelayEnds::~RelayEnds() { close(data), close(calls); }

// ---- rank 0 ----

void RelayNetwork::fail_as_gone() { throw why_gone_(); }

void RelayNetwork::send(std::span<const std::byte> bytes, const Poll& poll) {
  if (!send_all(ends_.data, bytes, poll)) fail_as_gone();
}

void RelayNetwork::receive(std::span<std::byte> to, const Poll& poll) {
  if (!receive_all(ends_.data, to, poll)) fail_as_gone();
}

/// Receives how a transfer ended, which has to give `size` bytes. Throws its error.
void RelayNetwork::receive_size(uint64_t size, const Poll& poll) {
  Told told{};
  receive(std::as_writable_bytes(std::span(&told, 1)), poll);
  if (told.good && told.bytes == size) return;
  constexpr uint64_t longest = 4096;
  std::string text(std::min(told.bytes, longest), ' ');
  receive(std::as_writable_bytes(std::span(text)), poll);
  throw NetworkError{told.good ? "the bridge sent another number of bytes" : text};
}

/// Receives what a transfer gave.
void RelayNetwork::receive_result(std::span<std::byte> to, const Poll& poll) {
  receive_size(to.size(), poll);
  receive(to, poll);
}

void RelayNetwork::begin_gather(std::span<const std::byte> mine, std::span<std::byte> to, const Poll& poll) {
  std::string asked(sizeof(Ask) + mine.size(), ' ');
  const Ask ask{Ask::Gather, 0, mine.size()};
  std::memcpy(asked.data(), &ask, sizeof ask);
  std::memcpy(asked.data() + sizeof ask, mine.data(), mine.size());
  send(std::as_bytes(std::span(asked)), poll);
  awaited_ = to;
}

void RelayNetwork::end_gather(const Poll& poll) { receive_result(std::exchange(awaited_, {}), poll); }

void RelayNetwork::gather(std::span<const std::byte> mine, std::span<std::byte> to, const Poll& poll) {
  begin_gather(mine, to, poll);
  end_gather(poll);
}

void RelayNetwork::broadcast(std::span<std::byte> bytes, const Poll& poll) {
  send(bytes_of(Ask{Ask::Broadcast, 0, bytes.size()}), poll);
  send(bytes, poll);
}

/// Sends rank 0's part, the first one, and receives the others.
void RelayNetwork::spread(std::span<std::byte> whole, std::span<const uint64_t> ends, const Poll& poll) {
  send(bytes_of(Ask{Ask::Spread, static_cast<uint32_t>(ends.size()), whole.size()}), poll);
  send(std::as_bytes(ends), poll);
  send(whole.first(ends[0]), poll);
  receive_result(whole.subspan(ends[0]), poll);
}

void RelayNetwork::exchange(std::span<const RankMessage> out, std::span<const RankMessage> in,
                            const Poll& poll) {
  if (out.empty() && in.empty()) return;
  std::vector<Message> messages;
  uint64_t sent = 0, received = 0;
  for (const RankMessage& m : out)
    messages.push_back({m.rank, false, m.bytes.size()}), sent += m.bytes.size();
  for (const RankMessage& m : in)
    messages.push_back({m.rank, true, m.bytes.size()}), received += m.bytes.size();
  send(bytes_of(Ask{Ask::Exchange, static_cast<uint32_t>(messages.size()), sent}), poll);
  send(std::as_bytes(std::span(messages)), poll);
  for (const RankMessage& m : out) send(m.bytes, poll);
  receive_size(received, poll);
  for (const RankMessage& m : in) receive(m.bytes, poll);
}

void RelayNetwork::call(int rank) {
  const int32_t called = rank;
  send_all(ends_.calls, bytes_of(called), {});
}

bool RelayNetwork::called() {
  char one = 0;
  const ssize_t n = ::recv(ends_.calls, &one, 1, MSG_DONTWAIT);
  if (n == 0) throw NetworkError{"the job has ended"}; // so that a form does not run to its end first
  return n == 1;
}

void RelayNetwork::finish() { send(bytes_of(Ask{Ask::Finish, 0, 0}), {}); }

void RelayNetwork::abort(int) { call(end_of_job); }

// ---- the bridge ----

namespace {

struct Gone {}; ///< rank 0 is gone

class Bridge {
 public:
  Bridge(Network& network, int data, int calls) : network_(network), ends_(data, calls) {}

  /// Makes transfers until rank 0 leaves the job.
  void serve() {
    for (Ask ask{}; ask.what != Ask::Finish;) {
      receive(std::as_writable_bytes(std::span(&ask, 1)));
      make(ask);
    }
  }

 private:
  const Network::Poll listening_ = [this] { listen(); };

  void receive(std::span<std::byte> to) {
    if (!receive_all(ends_.data, to, listening_)) throw Gone();
  }

  /// Hands on calls between rank 0 and the others.
  void listen() {
    int32_t rank = 0;
    ssize_t n = 0;
    while ((n = ::recv(ends_.calls, &rank, sizeof rank, MSG_DONTWAIT)) == sizeof rank) {
      if (rank == end_of_job) throw Gone();
      if (rank > 0 && rank < network_.size()) network_.call(rank);
    }
    char next = 0; // of what rank 0 has asked before it left
    if (n == 0 && ::recv(ends_.data, &next, 1, MSG_DONTWAIT | MSG_PEEK) == 0) throw Gone();
    const char one = 1;
    while (network_.called()) send_all(ends_.calls, bytes_of(one), {});
  }

  void tell(bool good, std::span<const std::byte> bytes) {
    const Told told{good, bytes.size()};
    if (!send_all(ends_.data, bytes_of(told), listening_) || !send_all(ends_.data, bytes, listening_))
      throw Gone();
  }

  void make(const Ask& ask) try {
    switch (ask.what) {
    case Ask::Gather: return gather(ask.bytes);
    case Ask::Broadcast: return broadcast(ask.bytes);
    case Ask::Spread: return spread(ask);
    case Ask::Exchange: return exchange(ask);
    case Ask::Finish: return network_.finish();
    default: throw Gone(); // not a prompt of this Nova
    }
  } catch (const NetworkError& error) {
    tell(false, std::as_bytes(std::span(error.what)));
  }

  void gather(uint64_t bytes) {
    mine_.resize(bytes), room_.resize(bytes * static_cast<uint64_t>(network_.size()));
    receive(mine_);
    network_.gather(mine_, room_, listening_);
    tell(true, room_);
  }

  void broadcast(uint64_t bytes) {
    room_.resize(bytes);
    receive(room_);
    network_.broadcast(room_, listening_);
  }

  void spread(const Ask& ask) {
    std::vector<uint64_t> ends(ask.parts);
    receive(std::as_writable_bytes(std::span(ends)));
    if (ends.empty() || ends[0] > ask.bytes) throw Gone();
    room_.resize(ask.bytes);
    const std::span<std::byte> whole(room_);
    receive(whole.first(ends[0]));
    network_.spread(whole, ends, listening_);
    tell(true, whole.subspan(ends[0]));
  }

  void exchange(const Ask& ask) {
    if (ask.parts > 2 * static_cast<uint32_t>(network_.size())) throw Gone();
    std::vector<Message> messages(ask.parts);
    receive(std::as_writable_bytes(std::span(messages)));
    uint64_t received = 0;
    for (const Message& m : messages) received += m.is_for_rank_0 ? m.bytes : 0;
    mine_.resize(ask.bytes), room_.resize(received);
    receive(mine_);
    std::vector<RankMessage> out, in;
    uint64_t sent = received = 0;
    for (const Message& m : messages) {
      std::vector<std::byte>& bytes = m.is_for_rank_0 ? room_ : mine_;
      uint64_t& at = m.is_for_rank_0 ? received : sent;
      if (m.bytes > bytes.size() - at) throw Gone();
      (m.is_for_rank_0 ? in : out).push_back({m.rank, std::span(bytes).subspan(at, m.bytes)});
      at += m.bytes;
    }
    network_.exchange(out, in, listening_);
    tell(true, room_);
  }

  Network& network_;
  RelayEnds ends_;
  std::vector<std::byte> mine_, room_;
};

} // namespace

int serve_relay(Network& network, int data, int calls) {
  try {
    return Bridge(network, data, calls).serve(), 0;
  } catch (const Gone&) {
  } catch (const NetworkError&) { // the job ends all the same
  }
  network.abort(1);
  return 1;
}

} // namespace nova
