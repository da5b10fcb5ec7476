// As much of ZeroMQ's wire protocol (ZMTP 3.0, RFC 23, without authentication) as a notebook's kernel speaks:
// it listens at some ports of one address, takes messages of several frames from any number of peers and
// answers each of them, or publishes to all. One thread does what concerns the sockets; it answers heartbeats
// by itself.
//
// Debian's xeus would bring libzmq with it, which is under the LGPL in Debian 12; Nova links nothing stricter than its
// own licence.
#pragma once
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <list>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace nova::zmtp {

using Frames = std::vector<std::string>;

/// What listens at a port.
enum class Role : uint8_t {
  Router,  ///< takes messages, and answers the peer that sent one
  Control, ///< likewise; its messages come before all others
  Publish,
  Echo ///< sends back what it gets
};

/// A message that came, and whom to answer.
struct Incoming {
  size_t port = 0; ///< index of the port
  uint64_t peer = 0;
  Frames frames;
  uint64_t order = 0; ///< messages are counted as they come, from 1
};

class Sockets {
 public:
  Sockets() = default;
  ~Sockets();
  Sockets(const Sockets&) = delete;

  /// Listens; before `start`. False where the port can't be had.
  bool listen(const std::string& ip, uint16_t port, Role role);
  void start();
  /// The next message; waits for it. Nothing after `stop`.
  std::optional<Incoming> receive();
  /// How many have come.
  uint64_t arrived();
  /// Called with each message as it comes, on the sockets' own thread: it may set a flag, and no more.
  std::function<void(const Incoming&)> on_arrival;
  /// Called on that thread ten times a second and more.
  std::function<void()> on_tick;
  /// To one peer; if it is gone, to nobody.
  void send(uint64_t peer, const Frames& frames);
  /// To all peers of the port that want it.
  void publish(size_t port, const Frames& frames);
  /// Nothing is received any more; what is to be sent still is, for a second at most.
  void stop();
  /// Waits until the sockets' thread has ended, after `stop`.
  void join();

 private:
  struct Port {
    int fd;
    Role role;
  };
  struct Peer {
    uint64_t id;
    int fd;
    size_t port;
    enum Stage : uint8_t { Greeting, Handshake, Traffic } stage = Greeting;
    bool gone = false;
    std::string in, out;
    Frames frames; ///< of the message that is coming
    std::vector<std::string> topics{};
  };
  std::vector<Port> ports_;
  std::list<Peer> peers_;
  std::deque<Incoming> queue_;
  std::mutex mutex_;
  std::condition_variable arrived_;
  std::thread thread_;
  int wake_[2] = {-1, -1};
  uint64_t next_peer_ = 1, arrived_messages_ = 0;
  std::atomic<bool> stopping_ = false;

  void run();
  bool step();
  void accept_peer(size_t port);
  void read_from(Peer& p);
  void write_to(Peer& p);
  bool parse(Peer& p);
  bool parse_frame(Peer& p);
  void take_command(Peer& p, const std::string& body);
  void take_message(Peer& p);
  void wake();
};

} // namespace nova::zmtp
