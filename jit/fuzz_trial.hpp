// One random program in the interpreter and in the tiers above it, compared by bits; and shrinking what
// differs.
#pragma once
#include "interp/machine.hpp"
#include "jit/cpu.hpp"
#include "jit/fuzz_program.hpp"
#include "jit/passes.hpp"

namespace nova::fuzz {

struct Trial {
  enum Outcome : uint8_t {
    Refused, ///< no tier takes the expression: `why`
    Agreed,
    Differs,  ///< `why` names the stage: the plan, or a pass, or the C
    Limited,  ///< some limit (memory, time, depth) ended it: nothing can be compared
    NoProgram ///< it does not check: a fault of the generator
  };
  Outcome outcome = NoProgram;
  bool fails = false; ///< its meaning is a run-time error
  std::string why;
};

struct TrialOptions {
  plan::CpuDevice* cpu = nullptr; ///< the tiers beyond the plan's interpreter
  std::vector<std::string> passes_off;
  std::span<const plan::Pass> planted;  ///< passes that run before the others: tests plant wrong ones
  std::chrono::milliseconds most{2000}; ///< for each run
};

/// Runs programs in one session's frontend (with the prelude) and a machine of its own.
class TrialRoom {
 public:
  TrialRoom(Frontend& frontend, TrialOptions options);
  ~TrialRoom();
  Trial run(const Program& program);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// The smallest program found that still fails: subterms are dropped or replaced by simpler ones as long as
/// `fails` holds. At most `most` programs are tried.
Program shrink(Program program, const std::function<bool(const Program&)>& fails, size_t most = 3000);

} // namespace nova::fuzz
