// Trials (differential tests): a random program runs in the interpreter and in the tiers above it, and the results
// are compared by bits. A program that differs is shrunk.
#pragma once
#include "interp/machine.hpp"
#include "jit/compile/nvrtc_logs.hpp"
#include "jit/cpu/device.hpp"
#include "jit/fuzz/program.hpp"
#include "jit/gpu/device.hpp"
#include "jit/gpu/helper/client.hpp"
#include "jit/passes/passes.hpp"
#include <atomic>

namespace nova::fuzz {

struct Trial {
  enum Outcome : uint8_t {
    Refused, ///< the expression, its last form, has no plan; `why` says why not
    Agreed,
    /// `why` begins with the stage that is wrong: the plan, a pass, the C, or "same" if a rewritten program differs.
    Differs,
    Limited,  ///< a limit (memory, time, depth) ended it, so that nothing can be compared
    NoProgram ///< it does not type-check, which is an error of the generator
  };
  Outcome outcome = Refused;
  bool fails = false;    ///< whether the interpreter ends it with a run-time error
  bool compiled = false; ///< whether its kernels ran, or will run in `finish`
  std::string ran;       ///< the texts of the program's forms whose kernels ran or will run
  std::string why;
};

class RankRuns;

struct TrialOptions {
  /// `cpu`, `sim`, `gpu`: the tiers to test besides the plan's interpreter; null: not tested.
  plan::CpuDevice* cpu = nullptr;
  RankRuns* ranks = nullptr; ///< runs the CPU's kernels once more, by several ranks
  plan::GpuDevice* sim = nullptr;
  plan::GpuClient* gpu = nullptr;
  /// The compiler that must accept all CUDA kernels; null: not tested.
  const plan::NvrtcLogs* nvrtc = nullptr;
  /// Whether NVRTC compiles each text for two GPUs and at two optimisation levels. Otherwise it compiles each text
  /// once, at the low level, for one of the two GPUs, which alternate from text to text.
  bool nvrtc_whole = false;
  std::vector<std::string> passes_off;
  std::span<const plan::Pass> planted; ///< passes that run before the others; tests plant wrong ones
  std::function<std::string(std::string)> tamper; ///< changes the C, as a wrong emitter would, for tests
  std::string foreign_cache{};          ///< the cache's folder for foreign functions; "" for the user's
  std::chrono::milliseconds most{2000}; ///< time limit of a run; slow tiers get a multiple of it
  /// Time limit of an interpreted form. Nearly all take a few milliseconds; the others grow without end.
  std::chrono::milliseconds interpreted{150};
  const std::atomic<bool>* interrupted = nullptr; ///< a flag that ends the work; may be null
};

/// Runs programs in one session's frontend (with the prelude) and a machine of its own. If TrialOptions::interrupted
/// is set, each method throws the Fault E0603, and the programs that wait for `finish` are lost.
class TrialRoom {
 public:
  TrialRoom(Frontend& frontend, TrialOptions options);
  ~TrialRoom();
  /// Runs a program in every tier, and compares the results.
  Trial run(const Program& program);
  /// Runs a program as `run` does, except for its C. `finish` compiles and runs that, so that one call of the C
  /// compiler serves many programs. `tag` identifies the program in the result of `finish`.
  Trial begin(const Program& program, uint64_t tag);
  /// Runs a program as `begin` does, and also compares its values with those of the program that ran before it. Both
  /// programs should have the same meaning.
  Trial begin_same(const Program& program, uint64_t tag);
  /// Compiles and runs the C of all programs since the last call. Returns the tags of the programs whose values
  /// differ from the interpreter's, and how they differ.
  std::vector<std::pair<uint64_t, std::string>> finish();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// Returns the smallest program found that still fails. Subterms are dropped, or replaced by simpler ones, as long as
/// `fails` holds. At most `most` programs are tried.
Program shrink(Program program, const std::function<bool(const Program&)>& fails, size_t most = 3000);

} // namespace nova::fuzz
