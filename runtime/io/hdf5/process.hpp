// Nova's end of the channel to the process that runs libhdf5.
#pragma once
#include "runtime/foreign/message.hpp"
#include "runtime/io/bytes.hpp"
#include <memory>

namespace nova::hdf5 {

/// All functions fail with E0518 if the process ends or is silent for a minute. They poll while they wait.
class Process {
 public:
  /// Starts the process and waits until it has opened the file.
  explicit Process(ByteSource& source);
  /// Sends a request and returns what stands in the reply behind "". Fails with E0518 if it says why there is no answer.
  MessageReader ask(Message& request);
  /// Receives elements behind a reply.
  void receive_bytes(void* to, uint64_t bytes);
  /// Fails because the process sends what it should not.
  [[noreturn]] void fail_damaged() const;

 private:
  void start(std::optional<int> file, const BufferRef& bytes);
  MessageReader reply(const std::function<void()>& wait);
  template <class Step> auto heard(std::chrono::milliseconds most, Step step);
  std::string name_;
  std::unique_ptr<ChildProcess> child_;
  std::string end_; ///< how it has ended
};

} // namespace nova::hdf5
