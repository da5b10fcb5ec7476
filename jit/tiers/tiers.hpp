// The tier manager: decides which expressions run as compiled code, and when, and checks that their values agree with
// the interpreter's. The interpreter calls it at each form (an expression that may be compiled), outermost first. If
// the manager returns no value, the interpreter evaluates the form itself.
#pragma once
#include "interp/machine.hpp"
#include "jit/explain/flow.hpp"
#include "jit/passes/passes.hpp"
#include <chrono>
#include <memory>

namespace nova {

namespace plan {
struct SimWatch;
class KernelFolder;
} // namespace plan

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
  Contract,    ///< a CUDA text took part, which agreed with its reference on these elements
  Kernel,      ///< it was not checked, but its kernels were checked in other runs
  Unchecked,
  Differed, ///< it is the interpreter's value, since a kernel gave other bits
  Foreign ///< foreign code took part that was not checked: a library, code in the session's own process, or a CUDA text
};
std::string_view describe(Verdict v);

/// What `--dump` prints: plans, and the C, CUDA and PTX made from them.
struct PlanDumps {
  std::function<void(std::string_view)> print; ///< receives the text; empty: nothing is printed
  bool plan = false, fused = false, c = false, cuda = false, ptx = false;
  std::vector<std::string> passes; ///< the plan is printed before and after these passes, if they change it
  uint32_t round = 1;              ///< number of the current dump; each dump prints a form only once

  bool any() const { return plan || fused || c || cuda || ptx || !passes.empty(); }
};

/// The optimisation options of the C and C++ compilers.
struct CompilerLevels {
  std::string cpu = "-O3"; ///< for kernels on the CPU
  std::string sim = "-O1"; ///< for kernels on the simulated GPU
};

struct TierOptions {
  Tier tier = Tier::Auto;
  Checking checking = Checking::First;
  /// A check that is expected to take the interpreter longer runs on a sample of the inputs.
  std::chrono::nanoseconds quick_check{50'000'000};
  uint32_t threads = 0;
  std::vector<std::string> passes_off;
  std::string cache;                           ///< the cache folder; empty: the user's default
  std::shared_ptr<plan::KernelFolder> ahead{}; ///< kernels for the CPU that were compiled ahead, or null
  /// Receives the objects of the CPU's kernels, by their keys in a folder of kernels. May be empty. Called by any thread.
  std::function<void(const std::string& key, const std::string& object)> keep_kernel{};
  /// how long a call of a foreign function may take, or a kernel with such calls without progress
  std::chrono::milliseconds longest_foreign{60'000};
  std::string program = "/proc/self/exe";    ///< the program nova, which a GPU's helper process runs
  std::vector<std::string> gpu_helper;       ///< command line of the GPU's helper process; empty: `program`
  std::chrono::milliseconds gpu_grace{2000}; ///< how long an interrupted run on a GPU may take to stop
  /// Receives the dataflow graph of each compiled form, once in each dump; may be empty.
  std::function<void(Span, plan::Flow)> flows;
  CompilerLevels levels;
  plan::SimWatch* sim_watch = nullptr; ///< receives launches and accesses of the simulated GPU; may be null
  PlanDumps dumps;
  std::function<void(const plan::Plan&)> kernels; ///< receives each form's plan after passes; may be empty
  std::function<void(std::string_view)> say;      ///< receives messages to the user; may be empty
  std::span<const plan::Pass> planted{};          ///< wrong passes, for tests
  std::function<std::string(std::string)> tamper; ///< changes the C, so that it is wrong, for tests
};

/// What the session does at the moment.
struct Activity {
  std::string_view what = "the interpreter runs";
  Progress elements{};            ///< progress of the interpreter's outermost loop, in elements
  Progress kernel{};              ///< progress of the kernel on the CPU, in its work items
  uint64_t sent = 0, fetched = 0; ///< bytes to and from a GPU so far
};

class TierManager : public Tiers {
 public:
  TierManager(Machine& machine, TierOptions options);
  ~TierManager() override;
  Form* wants(const Core& form) override;
  Answer try_run(Form& form, std::span<Value> frame) override;
  std::string compile(Form& form, std::span<Value> frame) override;
  void took(Form& form, double ns) override;
  Code overtakes(Form& form, std::span<Value> frame, double ns) override;
  bool waits(Form& form, std::span<Value> frame) override;
  double waited_ns() const override;
  double kernels_ns() const override;
  bool judge(const Value* interpreted) override;
  void abandon() override;
  Limited limited(std::string_view code) override;

  /// Returns what `--stats` prints: forms, kernels, runs, verdicts, and refusals with their reasons.
  std::string report() const;
  /// Returns what happened to the forms within a span of the source, as lines of text.
  std::string why(Span within) const;
  /// Returns what `:why` prints: what happened to the forms in `asked` that are in `file`, and to those elsewhere
  /// that were compiled.
  std::string why(std::span<const Form* const> asked, FileId file) const;
  /// Returns the forms at which the interpreter called the tiers since `take_asked` was last called, each once, in
  /// order.
  std::vector<const Form*> take_asked();
  /// Returns what the session does at the moment. Any thread may call it.
  Activity activity() const;
  /// Returns the worst verdict of the values that were computed since the last call.
  Verdict take_verdict();
  /// How long the interpreter waited for compilers, and how long checks took, since the last call, in ms.
  struct Prepared {
    double compiling, checking;
  };
  Prepared take_prepared();
  /// Returns how many kernels were run since the last call.
  uint32_t take_kernel_runs();
  /// Returns the total time of GPU runs since the last call, in ns by the GPU's own clock; 0 if the GPU has no clock.
  double take_device_ns();
  TierOptions& options();
  /// Makes the tiers usable in the child of a fork. Returns false if a GPU or its simulator is in use.
  bool survive_fork();

  /// A checkpoint for `forget`: the numbers of forms made, of nodes for which a form was requested, and of groups.
  struct Mark {
    size_t made, asked, groups;
  };
  Mark mark() const;
  /// Whether a plan made since the mark has to stay, so that it is found when the same text is entered again. That
  /// holds for the first `most_remembered` plans of a session, and for plans of forms that are equal to a form from
  /// before the mark.
  bool lasts_since(const Mark& m) const;
  /// Forgets the plans made since the mark, and all that is known of the Core nodes in `gone`.
  void forget(const Mark& m, std::span<const Core* const> gone);
  static constexpr size_t most_remembered = 512;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

} // namespace nova
