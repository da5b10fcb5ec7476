// Runs a plan with foreign text in a child process, so that a crash or an endless loop in that text leaves this
// process as it is.
#pragma once
#include "jit/plan/eval.hpp"
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <span>
#include <thread>

namespace nova::plan {

/// In the child: tells the parent every tenth of a second that the run goes on, if `progress` has changed.
class Pulse {
 public:
  Pulse(int channel, std::function<int64_t()> progress);
  ~Pulse();
  Pulse(const Pulse&) = delete;

 private:
  void beat(int channel);
  std::function<int64_t()> progress_;
  std::mutex mutex_;
  std::condition_variable ended_;
  bool over_ = false;
  std::thread thread_;
};

/// The inputs of a run, in which columns of its result may lie: their words, and the bytes of each column.
struct ChildInputs {
  std::span<const Word> words;
  std::span<const uint64_t> rooms;
};

/// Calls `make` in a copy of this process, and returns its answer for the plan, of which every address lies in an input. `make` gets the channel to this process,
/// for a Pulse. `wait` is called meanwhile and may throw. Returns an answer that failed, at no site, if the copy ends
/// before it has answered, is silent for `longest`, or leaves another rounding mode. The interpreter then finds the call
/// that does so. Throws the Fault that `make` throws.
Answer answer_in_child(const Plan& plan, const ChildInputs& inputs,
                       const std::function<Answer(int channel)>& make, const std::function<void()>& wait,
                       std::chrono::milliseconds longest);

} // namespace nova::plan
