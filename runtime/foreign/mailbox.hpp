// Memory that a process shares with its child, for messages between them. An answer comes in a microsecond if the other side is
// awake; a socket takes 5 to 50.
#pragma once
#include "runtime/foreign/message.hpp"

namespace nova {

class Mailbox {
 public:
  /// The process that reads and writes: the one that has made the mailbox, or its child.
  enum class Side : uint32_t { Parent, Child };
  /// Fails with E0429 if the system has no room.
  Mailbox();
  ~Mailbox();
  Mailbox(const Mailbox&) = delete;
  /// Keeps the memory from children that are made later, whose code could change it.
  void hide();
  /// Send a message to the other side, or receive one. `wait` is called for each part of a message, and every few
  /// milliseconds while the other side is silent; it may throw. `receive` throws ChannelClosed if the message is
  /// malformed.
  void send(Side own, Message& m, const std::function<void()>& wait);
  MessageReader receive(Side own, const std::function<void()>& wait);

 private:
  struct Shared;
  void pass_on(Side own);
  void await(Side own, const std::function<void()>& wait);
  Shared* shared_;
};

} // namespace nova
