#include "runtime/foreign/message.hpp"
#include "runtime/buffer.hpp"

namespace nova {

std::vector<char> room_for_message(uint64_t size) {
  constexpr uint64_t small = 1 << 20;
  if (size > small && size > Memory::limit()) throw ChannelClosed{};
  return std::vector<char>(size);
}

void send(int channel, Message& m) {
  const std::span<const char> bytes = m.sent();
  if (!send_all(channel, bytes.data(), bytes.size())) throw ChannelClosed{};
}

void send(ChildProcess& child, Message& m, const std::function<void()>& wait) {
  const std::span<const char> bytes = m.sent();
  if (!child.send(bytes.data(), bytes.size(), wait)) throw ChannelClosed{};
}

MessageReader receive(int channel) {
  uint64_t size = 0;
  if (!receive_all(channel, &size, sizeof size)) throw ChannelClosed{};
  std::vector<char> bytes = room_for_message(size);
  if (!receive_all(channel, bytes.data(), bytes.size())) throw ChannelClosed{};
  return MessageReader(std::move(bytes));
}

MessageReader receive(ChildProcess& child, const std::function<void()>& wait) {
  uint64_t size = 0;
  if (!child.receive(&size, sizeof size, wait)) throw ChannelClosed{};
  std::vector<char> bytes = room_for_message(size);
  if (!child.receive(bytes.data(), bytes.size(), wait)) throw ChannelClosed{};
  return MessageReader(std::move(bytes));
}

} // namespace nova
