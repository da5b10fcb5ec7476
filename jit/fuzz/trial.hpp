// One random program in the interpreter and in the tiers above it, compared by bits; and shrinking what
// differs.
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
    Refused, ///< its expression, which comes last, has no plan: `why`
    Agreed,
    Differs,  ///< `why` names the stage: the plan, or a pass, or the C, or "same"
    Limited,  ///< some limit (memory, time, depth) ended it: nothing can be compared
    NoProgram ///< it does not check: a fault of the generator
  };
  Outcome outcome = Refused;
  bool fails = false;    ///< its meaning is a run-time error
  bool compiled = false; ///< kernels of it ran, or will in `finish`
  std::string ran;       ///< the forms whose kernels these are
  std::string why;
};

struct TrialOptions {
  plan::CpuDevice* cpu = nullptr; ///< the tiers beyond the plan's interpreter
  plan::GpuDevice* sim = nullptr;
  plan::GpuClient* gpu = nullptr;
  const cuda::Nvrtc* nvrtc = nullptr; ///< which has to take all kernels; null: none is there
  bool nvrtc_whole = false;           ///< for each GPU and effort, not quickly for one of the GPUs in turn
  std::vector<std::string> passes_off;
  std::span<const plan::Pass> planted; ///< passes that run before the others: tests plant wrong ones
  std::function<std::string(std::string)> tamper; ///< changes the C: tests plant wrong rules of the emitter
  std::chrono::milliseconds most{2000};           ///< for each run
};

/// Runs programs in one session's frontend (with the prelude) and a machine of its own.
class TrialRoom {
 public:
  TrialRoom(Frontend& frontend, TrialOptions options);
  ~TrialRoom();
  /// A program in every tier.
  Trial run(const Program& program);
  /// The same, but what is left for the compiler waits, so that many programs go through it at once.
  Trial begin(const Program& program, uint64_t tag);
  /// One that is to mean what the last one means.
  Trial begin_same(const Program& program, uint64_t tag);
  /// Compiles and runs what waits: the tags of the programs that differ, and how.
  std::vector<std::pair<uint64_t, std::string>> finish();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// The smallest program found that still fails: subterms are dropped or replaced by simpler ones as long as
/// `fails` holds. At most `most` programs are tried.
Program shrink(Program program, const std::function<bool(const Program&)>& fails, size_t most = 3000);

} // namespace nova::fuzz
