// The tier manager: decides which array expressions leave the interpreter, and when, and checks if the results agree.
// The interpreter calls it at each form, outermost first, and evaluates the form itself if it gets no value.
#pragma once
#include "interp/machine.hpp"
#include "jit/explain/flow.hpp"
#include "jit/passes/passes.hpp"
#include <chrono>
#include <memory>

namespace nova {

namespace plan {
struct SimWatch;
}

enum class Tier : uint8_t { Auto, Interp, Cpu, Sim, Cuda };
/// Whether the tier runs code for a GPU, real or simulated.
constexpr bool is_gpu(Tier t) { return t == Tier::Sim || t == Tier::Cuda; }
/// Whether the tier compiles every form that has a plan at once, because the user chose compiled code.
constexpr bool is_forced(Tier t) { return t == Tier::Cpu || t == Tier::Sim || t == Tier::Cuda; }
enum class Checking : uint8_t { First, All, Sample, Off };

/// How far a value is known to be right, best first.
enum class Verdict : uint8_t {
  Interpreted, ///< no kernel took part in its computation
  Whole,       ///< the interpreter gave the same bits
  Sampled,     ///< the interpreter gave the same bits on the first elements of the inputs
  Kernel,      ///< it was not checked, but its kernels were in other runs
  Unchecked,
  Differed ///< it is the interpreter's, since a kernel gave other bits
};
std::string_view describe(Verdict v);

/// What `--dump` prints: plans, and the C, CUDA and PTX made from them.
struct PlanDumps {
  std::function<void(std::string_view)> print; ///< receives the text; empty: nothing is printed
  bool plan = false, fused = false, c = false, cuda = false, ptx = false;
  std::vector<std::string> passes; ///< passes: the plan is printed before and after each one that changes it
  uint32_t round = 1;              ///< number of the dump; a form is printed once in each

  bool any() const { return plan || fused || c || cuda || ptx || !passes.empty(); }
};

struct TierOptions {
  Tier tier = Tier::Auto;
  Checking checking = Checking::First;
  uint32_t threads = 0;
  std::vector<std::string> passes_off;
  std::string cache;                   ///< the cache folder; empty: the user's default
  std::vector<std::string> gpu_helper; ///< the command line of a GPU's helper; empty: this program's own
  std::chrono::milliseconds gpu_grace{2000}; ///< how long an interrupted run on a GPU may take to stop
  /// Receives the dataflow of each form with kernels, once in each dump; may be empty.
  std::function<void(Span, plan::Flow)> flows;
  plan::SimWatch* sim_watch = nullptr; ///< receives what the simulated GPU's threads do; may be null
  PlanDumps dumps;
  std::function<void(const plan::Plan&)> kernels; ///< receives each form's plan with kernels; may be empty
  std::function<void(std::string_view)> say;      ///< receives messages, as of a mismatch
  std::span<const plan::Pass> planted{};          ///< wrong passes, for tests
  std::function<std::string(std::string)> tamper; ///< makes the C wrong, for tests
};

/// What the session does at the moment.
struct Activity {
  std::string_view what = "the interpreter runs";
  Progress elements{};            ///< of the interpreter's outermost loop, in elements
  Progress kernel{};              ///< of the kernel on the CPU, in units of its own
  uint64_t sent = 0, fetched = 0; ///< bytes to and from a GPU so far
};

class TierManager : public Tiers {
 public:
  TierManager(Machine& machine, TierOptions options);
  ~TierManager() override;
  Form* wants(const Core& form) override;
  Answer try_run(Form& form, std::span<Value> frame) override;
  void took(Form& form, double ns) override;
  Code overtakes(Form& form, std::span<Value> frame, double ns) override;
  bool waits(Form& form, std::span<Value> frame) override;
  double waited_ns() const override;
  bool judge(const Value* interpreted) override;
  void abandon() override;
  Limited limited(std::string_view code) override;

  /// Returns what `--stats` prints: forms, kernels, runs, verdicts, and refusals with their reasons.
  std::string report() const;
  /// Returns what happened to the forms within a span of the source, a line for each.
  std::string why(Span within) const;
  /// Returns what `:why` prints: what happened to the forms in `asked` that are in `file`, and to those elsewhere
  /// that were compiled.
  std::string why(std::span<const Form* const> asked, FileId file) const;
  /// Returns the forms at which the interpreter called the tiers since the last call, each once, in order.
  std::vector<const Form*> take_asked();
  /// Returns what the session does at the moment. Any thread may call it.
  Activity activity() const;
  /// Returns the worst verdict of the values that were computed since the last call.
  Verdict take_verdict();
  /// Time since the last call that the interpreter waited for compilers, and that checks took, in ms.
  struct Prepared {
    double compiling, checking;
  };
  Prepared take_prepared();
  /// Returns how many kernels were run since the last call.
  uint32_t take_kernel_runs();
  /// Returns the time of the GPU's runs since the last call by its own clock, in ns; 0 if it has none.
  double take_device_ns();
  TierOptions& options();

  struct Mark {
    size_t made, asked, groups;
  };
  Mark mark() const;
  /// Whether a plan made since the mark is to stay, so that it is found when the same text is typed again. That holds
  /// for the first `most_remembered` plans of a session, and for plans that joined an older group of forms that read
  /// alike.
  bool lasts_since(const Mark& m) const;
  /// Forgets the plans made since the mark, and all that is known of the Core nodes in `gone`.
  void forget(const Mark& m, std::span<const Core* const> gone);
  static constexpr size_t most_remembered = 512;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

} // namespace nova
