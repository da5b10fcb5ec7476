// The session's side of the connection to its GPU. It starts a helper process, sends it plans and inputs, stops its
// runs, and replaces it when it has died. An input is sent once, and the device keeps it while its host buffer lives.
// A result stays on the device until the host first reads it; if the helper has died before that, the host recomputes
// the result.
#pragma once
#include "jit/plan/eval.hpp"
#include "runtime/progress.hpp"
#include <chrono>
#include <memory>
#include <string>
#include <vector>

namespace nova::plan {

/// A plan that the GPU may run.
struct GpuForm {
  std::shared_ptr<const Plan> plan;
  uint64_t id = 0;                           ///< the helper's number for the plan; 0 before the first load
  uint32_t broken = 0;                       ///< how many helpers died in this form's runs
  static constexpr uint32_t most_broken = 2; ///< after so many such deaths, the GPU no longer runs the form
  std::string error;                         ///< why the form can't be loaded at all; "" if it can
  bool better = false;                       ///< whether the last run was the first one with better code
  double device_ns = 0; ///< nanoseconds of the last run by the device's clock; 0 if there is no clock
};

/// Thrown if the GPU does not run a form; the caller then runs it elsewhere.
struct GpuRefusal {
  std::string why;
  bool for_ever = false; ///< whether the GPU will never run this form
  bool memory = false;   ///< whether the reason is a lack of memory
  bool stack = false;    ///< whether the reason is a lack of stack, for deep recursion
};

/// Totals so far: bytes sent to the device, bytes fetched from it, runs, loaded plans, helpers that died, and columns
/// that were moved off the device because its memory was full.
struct GpuCounts {
  uint64_t sent = 0, fetched = 0, runs = 0, loaded = 0, deaths = 0, spilled = 0;
};

class GpuProcess;

class GpuClient {
 public:
  struct Options {
    std::vector<std::string> helper; ///< the helper's command line
    /// Starts a helper; on failure returns null and sets `error`. If empty, the command line is started as a process.
    std::function<std::unique_ptr<GpuProcess>(std::string& error)> start{};
    std::function<void(std::string_view)> say; ///< prints a message to the user
    /// Runs a plan again on the host, to recompute results that were lost with a helper.
    std::function<Answer(const Plan&, const FlatWords&)> rerun;
    std::chrono::milliseconds grace{2000}; ///< how long a run may take to end after a request to stop
    /// How long the compilation of one plan's kernels may take. NVRTC can't be stopped, so its process is killed
    /// after that.
    std::chrono::milliseconds compiling{60000};
    std::shared_ptr<Copied> copied = std::make_shared<Copied>(); ///< counts the bytes sent and fetched
    /// Copies bytes into the ring's slots and out of them, as memcpy does. If empty, memcpy is used.
    std::function<void(std::byte* to, const std::byte* from, uint64_t bytes)> copy{};
  };
  explicit GpuClient(Options options);
  ~GpuClient(); ///< ends the helper
  GpuClient(const GpuClient&) = delete;

  enum State : uint8_t { Off, Starting, Ready };
  /// Starts a helper if there is none, and returns its state. Never waits until the helper is ready.
  State state();
  /// Waits until the helper is ready. Returns false if there is no GPU; `why()` then has the reason.
  bool wait(const Poll& poll);
  const std::string& name() const;  ///< the device's name
  const std::string& about() const; ///< describes the device's driver, compiler and memory
  const std::string& why() const;   ///< the reason if the state is Off

  /// Starts to load the form in the background, and returns whether it is loaded already. Sets the form's `error` if
  /// it can't be loaded.
  bool request(GpuForm& form);
  /// Loads the form and waits for that. Returns whether it is loaded.
  bool load(GpuForm& form, const Poll& poll);
  /// Runs the form; its result columns stay on the device. Throws a GpuRefusal if the GPU can't run it, and a Fault
  /// if `poll` throws one.
  Answer run(GpuForm& form, const FlatWords& inputs, const Poll& poll);
  /// Called if a run of the form gave an invalid result. Replaces the helper, as if it had died in the form's run.
  void distrust(GpuForm& form, const std::string& what);
  /// Returns how many bytes of the inputs the device does not have yet.
  uint64_t missing(const FlatWords& inputs) const;
  GpuCounts counts() const;
  /// Sends the bytes to the device, only to measure the time, and returns the nanoseconds that it took.
  double time_to_send(const std::byte* from, uint64_t bytes);

 private:
  struct Impl;
  std::shared_ptr<Impl> impl_;
};

} // namespace nova::plan
