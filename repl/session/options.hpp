// The options of a session.
#pragma once
#include "jit/tiers/tiers.hpp"
#include "repl/session/dumps.hpp"

namespace nova {

class Ranks; // runtime/ranks

/// How diagnostics look.
struct DiagnosticLook {
  bool colour = false;       ///< whether they have colours
  bool breaks_lines = false; ///< whether long lines are broken
};

struct SessionOptions {
  uint64_t max_memory = 0;                          ///< most bytes of values; 0: half of the machine's memory
  std::optional<std::chrono::milliseconds> timeout; ///< time limit of one run; nothing: no limit
  uint64_t max_depth = 0;                           ///< most nested calls; 0: as many as the stack can hold
  uint32_t threads = 0;                             ///< number of threads; 0: as many as the machine has
  TierOptions tiers;
  bool stats = false;    ///< whether a report on the tiers is printed at the end
  bool verdicts = false; ///< whether the verdict on each form's value is printed at the end
  bool abbreviate = false;
  std::vector<std::string> allow_read, allow_write, allow_foreign;
  std::string
      foreign_library; ///< has the functions that (foreign (f : t)) declares without a library; "" for none
  Dumps dump;
  Phase stop_after = Phase::Run;
  std::function<void(std::string_view)> out, err; ///< out: values and programs' output; err: all other text
  std::function<bool()> stops;                    ///< asked during a run whether to stop it; may be empty
  /// Whether the process is another program's. Then its standard input and the memory that it holds besides Nova's
  /// values are not the session's.
  bool embedded = false;
  Ranks* ranks = nullptr; ///< the job of which this process is a rank, or null
  DiagnosticLook look;
};

} // namespace nova
