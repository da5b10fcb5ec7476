// What the user asks of a session.
#pragma once
#include "jit/tiers/tiers.hpp"
#include "repl/session/dumps.hpp"

namespace nova {

struct SessionOptions {
  uint64_t max_memory = 0;                          ///< bytes; 0: half the machine's
  std::optional<std::chrono::milliseconds> timeout; ///< of one run
  uint64_t max_depth = 0;                           ///< calls; 0: what the evaluator's stack carries
  uint32_t threads = 0;                             ///< 0: as many as the machine has
  TierOptions tiers;
  bool stats = false;    ///< what the tiers did, at the end
  bool verdicts = false; ///< how far each value is known to be right, at the end
  bool abbreviate = false;
  std::vector<std::string> allow_read, allow_write;
  Dumps dump;
  Phase stop_after = Phase::Run;
  std::function<void(std::string_view)> out, err; ///< values and print; everything else
  bool colour = false;                            ///< of diagnostics
  bool breaks_lines = false;                      ///< of diagnostics, to fit the terminal
};

} // namespace nova
