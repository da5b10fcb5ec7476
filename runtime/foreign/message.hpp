// Messages between a process and its child: their length, then numbers, texts and bytes one after the other.
#pragma once
#include "runtime/foreign/child.hpp"
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <vector>

namespace nova {

/// Thrown where the other process has ended, or its message is malformed.
struct ChannelClosed {};

class Message {
 public:
  Message() : bytes_(sizeof(uint64_t)) {}
  template <class T> void add(const T& v) { add_bytes(&v, sizeof v); }
  void add_text(const std::string& text) { add(uint64_t{text.size()}), add_bytes(text.data(), text.size()); }
  void add_bytes(const void* bytes, size_t size) {
    const char* const from = static_cast<const char*>(bytes);
    bytes_.insert(bytes_.end(), from, from + size);
  }
  /// Returns the message as it is sent, its length first.
  std::span<const char> sent() {
    const uint64_t size = bytes_.size() - sizeof(uint64_t);
    std::memcpy(bytes_.data(), &size, sizeof size);
    return bytes_;
  }

 private:
  std::vector<char> bytes_; ///< begins with room for the length
};

/// Reads a message part by part, in the order in which they were added. Throws ChannelClosed if the message is shorter.
class MessageReader {
 public:
  explicit MessageReader(std::vector<char> bytes) : bytes_(std::move(bytes)) {}
  template <class T> T take() {
    T v;
    std::memcpy(&v, take_bytes(sizeof v).data(), sizeof v);
    return v;
  }
  std::string take_text() {
    const auto text = take_bytes(take<uint64_t>());
    return {text.begin(), text.end()};
  }
  /// Returns the next bytes; they live as long as the reader.
  std::span<const char> take_bytes(uint64_t size) {
    if (size > bytes_.size() - at_) throw ChannelClosed{};
    const std::span<const char> part(bytes_.data() + at_, size);
    return at_ += size, part;
  }

 private:
  std::vector<char> bytes_;
  size_t at_ = 0;
};

/// Returns room for a message of this length. Throws ChannelClosed for a length above the memory limit, which a damaged
/// process has sent.
std::vector<char> room_for_message(uint64_t size);

/// Send a message, or receive one. They throw ChannelClosed if the other process has ended. `wait` is called while the
/// parent waits, and may throw.
void send(int channel, Message& m);
void send(ChildProcess& child, Message& m, const std::function<void()>& wait);
MessageReader receive(int channel);
MessageReader receive(ChildProcess& child, const std::function<void()>& wait);

} // namespace nova
