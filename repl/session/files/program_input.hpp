// A program's standard input: that of the process, or what another reader gives in its place.
#pragma once
#include <atomic>
#include <functional>
#include <optional>
#include <string>

namespace nova {

class Ranks; // runtime/ranks

/// A function that reads a program's standard input. It calls its argument meanwhile, which may throw to end the
/// reading. It returns nothing if there is no input to read.
using InputReader = std::function<std::optional<std::string>(const std::function<void()>& poll)>;

class ProgramInput {
 public:
  /// Makes programs read by `reader`, in place of the process's standard input.
  void set_reader(InputReader reader) { reader_ = std::move(reader); }
  /// Reads the input up to its end, of a job of several processes in its first one. `poll` may throw to end the
  /// reading. Fails with E0501 if there is nothing to read from.
  std::string read(Ranks* ranks, const std::function<void()>& poll);
  /// Whether a program waits for the end of the input. May be called from any thread.
  bool is_awaited() const { return awaited_; }

 private:
  InputReader reader_; ///< empty: the process's standard input is read
  std::atomic<bool> awaited_ = false;
};

} // namespace nova
