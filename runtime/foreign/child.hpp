// A child process for code that may crash, hang or damage the process that runs it. It is a copy of this process
// (fork), so it finds this process's data at the same addresses.
#pragma once
#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <sys/types.h>

namespace nova {

class ChildProcess {
 public:
  /// Copies this process. In the copy, runs `work` with its end of a channel, and then ends. The copy has no other
  /// open files, but `kept_file` as number `file_in_child`, and no terminal: its input is empty, and its output is lost.
  /// Fails with E0429 if the system has no room for another process.
  explicit ChildProcess(const std::function<void(int channel)>& work, int kept_file = -1);
  static constexpr int file_in_child = 4;
  ~ChildProcess(); ///< kills the child and the processes that it has started
  ChildProcess(const ChildProcess&) = delete;

  /// Sends bytes to the child, or receives as many from it. While it waits, calls `wait` every few milliseconds,
  /// which may throw. Both return false if the child has ended, or has closed its end.
  bool send(const void* bytes, size_t size, const std::function<void()>& wait);
  bool receive(void* bytes, size_t size, const std::function<void()>& wait);
  /// Whether the child has ended.
  bool has_ended() const;
  /// Kills the child and returns how it ended, such as "it was ended by signal 11, Segmentation fault".
  std::string end();

 private:
  std::optional<int> reap();
  template <class Step> bool move(size_t size, short event, const std::function<void()>& wait, Step step);
  pid_t child_ = 0;
  int channel_ = -1;
};

/// For the child: sends or receives all bytes through its channel. Return false if the parent has closed its end.
bool send_all(int channel, const void* bytes, size_t size);
bool receive_all(int channel, void* bytes, size_t size);

} // namespace nova
