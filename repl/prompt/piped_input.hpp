// Input from a pipe whose writer may wait for answers: it arrives in parts, each of which ends behind a whole form or
// command, or at the end of the input.
#pragma once
#include "runtime/buffer.hpp"
#include <chrono>
#include <string>

namespace nova {

class PipedInput {
 public:
  explicit PipedInput(int descriptor) : descriptor_(descriptor) {}
  /// Returns the next part of the input: all up to the end, or up to a place where the writer pauses for this long
  /// after a line that completes a form or command. The text counts against the memory limit. Polls the thread's
  /// watch, which may throw to end the wait. Fails with E0501 if reading fails.
  std::string next(std::chrono::milliseconds pause);
  /// Whether the end of the input has been read.
  bool ended() const { return ended_; }

 private:
  bool is_ready(int milliseconds) const;
  void read_block(std::string& text);
  const int descriptor_;
  bool ended_ = false;
  Charge charge_;
};

} // namespace nova
