// The processes in which the interpreter calls foreign functions, one call at a time. Each library has its own, and each
// text, since a function may change its process: its limits, its folder, its open files, its signals.
#pragma once
#include "runtime/foreign/child.hpp"
#include "runtime/foreign/function.hpp"
#include "runtime/foreign/mailbox.hpp"
#include <map>
#include <memory>
#include <optional>
#include <set>

namespace nova {

/// A linked function: its shim is the shared object at `path`. The shim uses `library`, if that is not "".
struct ForeignObject {
  std::string name, path, library;
  ForeignSignature signature;
  std::string home{}; ///< names the process that calls it: functions of one home share their state
};

/// The function `nova_foreign` of a loaded shim (foreign_shim).
using ForeignEntry = void (*)(const int64_t* in, int64_t* out);

class ForeignProcesses {
 public:
  /// `longest`: how long one call may take.
  explicit ForeignProcesses(std::chrono::milliseconds longest) : longest_(longest) {}
  /// Loads the function in its process, which is started when it is needed. Fails with E0430 if it can't be loaded,
  /// and as `call` does. If the function's library has changed, the process of the older one ends.
  void load(const ForeignObject& f, const std::function<void()>& wait);
  /// Calls the function in its process. `wait` is called every few milliseconds meanwhile and may throw. Fails with
  /// E0429 if the function ends its process or takes too long; the next call then gets a new process.
  ForeignResult call(const ForeignObject& f, std::span<const ForeignArgument> arguments,
                     const std::function<void()>& wait);

 private:
  /// A process, and the way to it.
  struct Process {
    Process();
    Mailbox box;
    std::unique_ptr<ChildProcess> child;
    uint64_t used = 0;              ///< when it was last called, as a count of calls
    std::string library{};          ///< the library's path; "" for a text
    std::set<std::string> loaded{}; ///< the paths of the functions that it has loaded
  };
  Process& process_of(const ForeignObject& f);
  void end_one_of_texts();
  void end_older_libraries(const ForeignObject& f);
  void load_in_process(const ForeignObject& f, const std::function<void()>& wait);
  std::optional<ForeignResult> ask(const ForeignObject& f, bool calls,
                                   std::span<const ForeignArgument> arguments,
                                   const std::function<void()>& wait, std::chrono::milliseconds longest);
  std::chrono::milliseconds longest_;
  std::map<std::string, Process> processes_; ///< by home
  uint64_t calls_ = 0;
};

/// Calls a loaded shim in this process. Fails with E0429 if the function returns a vector of negative length.
ForeignResult call_here(ForeignEntry entry, const ForeignObject& f,
                        std::span<const ForeignArgument> arguments);
/// Loads the function's library and its shim. Returns null and sets `error` if one can't be loaded.
ForeignEntry load_shim(const ForeignObject& f, std::string& error);

} // namespace nova
