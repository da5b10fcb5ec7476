// Trials (differential tests): a random program runs in the interpreter and in the tiers above it, and the results
// are compared by bits. A program that differs is shrunk.
#pragma once
#include "interp/machine.hpp"
#include "jit/cpu/device.hpp"
#include "jit/fuzz/program.hpp"
#include "jit/gpu/device.hpp"
#include "jit/gpu/helper/client.hpp"
#include "jit/passes/passes.hpp"
#include "runtime/cuda/nvrtc.hpp"

namespace nova::fuzz {

struct Trial {
  enum Outcome : uint8_t {
    Refused, ///< the expression, its last form, has no plan; `why` says why not
    Agreed,
    /// `why` begins with the stage that is wrong: the plan, a pass, the C, or "same" if a rewritten program differs.
    Differs,
    Limited,  ///< some limit (memory, time, depth) ended it: nothing can be compared
    NoProgram ///< it does not type-check: an error of the generator
  };
  Outcome outcome = Refused;
  bool fails = false;    ///< the interpreter ends it with a run-time error
  bool compiled = false; ///< its kernels ran, or will run in `finish`
  std::string ran;       ///< the texts of the forms with these kernels
  std::string why;
};

struct TrialOptions {
  /// `cpu`, `sim`, `gpu`: the tiers to test besides the plan's interpreter; null: not tested.
  plan::CpuDevice* cpu = nullptr;
  plan::GpuDevice* sim = nullptr;
  plan::GpuClient* gpu = nullptr;
  const cuda::Nvrtc* nvrtc = nullptr; ///< has to compile all CUDA kernels; null: not tested
  /// Whether NVRTC compiles for each GPU and effort, instead of with little effort for one of the GPUs in turn.
  bool nvrtc_whole = false;
  std::vector<std::string> passes_off;
  std::span<const plan::Pass> planted; ///< passes that run before the others: tests plant wrong ones
  std::function<std::string(std::string)> tamper; ///< changes the C: tests plant wrong rules of the emitter
  std::chrono::milliseconds most{2000};           ///< time limit of a run; slow tiers get a multiple of it
};

/// Runs programs in one session's frontend (with the prelude) and a machine of its own.
class TrialRoom {
 public:
  TrialRoom(Frontend& frontend, TrialOptions options);
  ~TrialRoom();
  /// Runs a program in every tier, and compares the results.
  Trial run(const Program& program);
  /// Runs a program as `run` does, but its C waits for `finish`, so that one call of the compiler serves many
  /// programs. `tag` identifies the program.
  Trial begin(const Program& program, uint64_t tag);
  /// Begins a program that should have the same meaning as the last one, and compares their values too.
  Trial begin_same(const Program& program, uint64_t tag);
  /// Compiles and runs the C that waits. Returns the tags of the programs that differ, and how they differ.
  std::vector<std::pair<uint64_t, std::string>> finish();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// Returns the smallest program found that still fails. Subterms are dropped, or replaced by simpler ones, as long as
/// `fails` holds. At most `most` programs are tried.
Program shrink(Program program, const std::function<bool(const Program&)>& fails, size_t most = 3000);

} // namespace nova::fuzz
