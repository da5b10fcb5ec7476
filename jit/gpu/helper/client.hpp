// The session's side of its GPU: a helper process that it starts, feeds, stops, and replaces when it has
// died. Columns stay where they are until they are read. An input is sent once and kept while its buffer
// lives. A result is fetched at the host's first read; if the helper died before, the host computes it
// again.
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
  uint64_t id = 0;                           ///< given when it is first loaded
  uint32_t broken = 0;                       ///< helpers that died of it
  static constexpr uint32_t most_broken = 2; ///< then it runs there no more
  std::string error;                         ///< why it can't be loaded at all
  bool better = false;                       ///< the last run was the first of better code
  double device_ns = 0; ///< of the last run, by the device's own clock; 0 where it has none
};

/// The GPU does not do it now; the caller does it elsewhere.
struct GpuRefusal {
  std::string why;
  bool for_ever = false; ///< nor ever this form
  bool memory = false;   ///< the device has too little
};

/// Bytes that went over and back, and what the helper has lived through.
struct GpuCounts {
  uint64_t sent = 0, fetched = 0, runs = 0, loaded = 0, deaths = 0, spilled = 0;
};

class GpuProcess;

class GpuClient {
 public:
  struct Options {
    std::vector<std::string> helper; ///< its command line
    /// Starts one; empty: as a process. Null, and why in `error`.
    std::function<std::unique_ptr<GpuProcess>(std::string& error)> start{};
    std::function<void(std::string_view)> say; ///< what the user should know
    /// A plan once more, on the host: for results that died with a helper.
    std::function<Answer(const Plan&, const FlatWords&)> rerun;
    std::chrono::milliseconds grace{2000}; ///< for a run to hear that it is to stop
    std::chrono::milliseconds compiling{
        60000}; ///< for one plan's kernels: NVRTC can't be stopped, its process can
    std::shared_ptr<Copied> copied = std::make_shared<Copied>(); ///< counts what goes over and back
    /// As memcpy, into the ring's slots and out of them; empty: memcpy itself.
    std::function<void(std::byte* to, const std::byte* from, uint64_t bytes)> copy{};
  };
  explicit GpuClient(Options options);
  ~GpuClient(); ///< the helper ends
  GpuClient(const GpuClient&) = delete;

  enum State : uint8_t { Off, Starting, Ready };
  /// Starts a helper if there is none, and looks whether it is ready; never waits.
  State state();
  /// Waits for it. False if there is no GPU: `why`.
  bool wait(const Poll& poll);
  const std::string& name() const;  ///< the device
  const std::string& about() const; ///< its driver and so on
  const std::string& why() const;   ///< Off: why

  /// Loads it in the background; true when it is there. A form that can't be loaded has an `error`.
  bool request(GpuForm& form);
  /// Waits for it.
  bool load(GpuForm& form, const Poll& poll);
  /// Runs it; its result's columns are away. A GpuRefusal where it can't, a Fault from `poll`.
  Answer run(GpuForm& form, const FlatWords& inputs, const Poll& poll);
  /// What its run gave is no value: its helper is replaced, as one that has died of it.
  void distrust(GpuForm& form, const std::string& what);
  /// Of the inputs, how much the device does not have yet.
  uint64_t missing(const FlatWords& inputs) const;
  GpuCounts counts() const;
  /// Sends so many bytes for nothing: ns.
  double time_to_send(const std::byte* from, uint64_t bytes);

 private:
  struct Impl;
  std::shared_ptr<Impl> impl_;
};

} // namespace nova::plan
