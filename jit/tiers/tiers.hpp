// Tiers: which array expressions leave the interpreter, when, and whether the answers agree. The interpreter asks at each
// array expression, outermost first; no answer means that it goes on by itself.
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
/// Does it run everything that has a plan, at once?
constexpr bool is_gpu(Tier t) { return t == Tier::Sim || t == Tier::Cuda; }
constexpr bool is_forced(Tier t) { return t == Tier::Cpu || t == Tier::Sim || t == Tier::Cuda; }
enum class Checking : uint8_t { First, All, Sample, Off };

/// How far a value is known to be right, best first.
enum class Verdict : uint8_t {
  Interpreted, ///< no kernel had a part in it
  Whole,       ///< the interpreter gave the same bits
  Sampled,     ///< the same on the first elements of what the kernels ran on
  Kernel,      ///< its kernels were checked in other runs
  Unchecked,
  Differed ///< the interpreter's, for a kernel gave other bits
};
std::string_view describe(Verdict v);

/// What `--dump` prints of plans and of the texts that are made of them.
struct PlanDumps {
  std::function<void(std::string_view)> print; ///< empty: nothing is printed
  bool plan = false, fused = false, c = false, cuda = false, ptx = false;
  std::vector<std::string> passes; ///< the plan before and after each, where it changes something
  uint32_t round = 1;              ///< a form is printed once in each

  bool any() const { return plan || fused || c || cuda || ptx || !passes.empty(); }
};

struct TierOptions {
  Tier tier = Tier::Auto;
  Checking checking = Checking::First;
  uint32_t threads = 0;
  std::vector<std::string> passes_off;
  std::string cache;                   ///< folder; empty: the user's
  std::vector<std::string> gpu_helper; ///< the command line of a GPU's helper; empty: this program's own
  std::chrono::milliseconds gpu_grace{2000}; ///< for a run there to hear that it is to stop
  /// told of each form with kernels and of the inputs that it meets, once in each dump; empty: nobody
  std::function<void(Span, plan::Flow)> flows;
  plan::SimWatch* sim_watch = nullptr; ///< told of what the simulated GPU's threads do
  PlanDumps dumps;
  std::function<void(const plan::Plan&)> kernels; ///< told every form's plan that has kernels; empty: nobody
  std::function<void(std::string_view)> say;      ///< a mismatch is told here
  std::span<const plan::Pass> planted{};          ///< wrong passes, and what makes the C wrong: for tests
  std::function<std::string(std::string)> tamper;
};

/// What happens just now.
struct Activity {
  std::string_view what = "the interpreter runs";
  Progress elements{};            ///< of the interpreter's outermost loop
  Progress kernel{};              ///< on the CPU, in units that are its own
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

  /// What happened so far, as `--stats` prints it: forms, kernels, runs, verdicts, refusals and why.
  std::string report() const;
  /// What happened to the forms that lie within a span, a line for each.
  std::string why(Span within) const;
  /// What happened to the forms of a file among those that were asked for, and to those that they led to elsewhere, as far
  /// as they were compiled: what `:why` prints.
  std::string why(std::span<const Form* const> asked, FileId file) const;
  /// The forms that were asked for since the last call, each once, in their order.
  std::vector<const Form*> take_asked();
  /// What happens just now; any thread may ask.
  Activity activity() const;
  /// What is known of what ran since the last call.
  Verdict take_verdict();
  /// What the tiers took before kernels ran for themselves, since the last call, in ms.
  struct Prepared {
    double compiling, checking;
  };
  Prepared take_prepared();
  /// Kernels that were run since the last call.
  uint32_t take_kernel_runs();
  /// How long a GPU took for them by its own clock, in ns; 0 where it has none.
  double take_device_ns();
  TierOptions& options();

  struct Mark {
    size_t made, asked, groups;
  };
  Mark mark() const;
  /// Did something get a plan since then, which the same text finds when it is typed again? Of a session's first
  /// `most_remembered` plans that is for good, and of those that stand beside others for the same text.
  bool lasts_since(const Mark& m) const;
  /// The plans since then are gone, and all that is known of the core that is `gone`.
  void forget(const Mark& m, std::span<const Core* const> gone);
  static constexpr size_t most_remembered = 512;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

} // namespace nova
