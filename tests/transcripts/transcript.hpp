// Transcripts: a session (or shell commands) with its expected output. The runner makes the transcript anew;
// any difference fails, --update accepts it.
#pragma once
#include "jit/tiers/tiers.hpp"
#include <string>
#include <utility>
#include <vector>

namespace nova {

/// A .nv transcript: chunks of forms separated by blank lines, each followed by what it gives:
///   ; => 3 : int        a result and its type
///   ; | text            a line that was printed
///   ; ! text            a line of a diagnostic
///   ; kernels: 1        how many kernels ran (checked where there are any: tier cpu)
///   ; kernels: 1, without fuse-map-map 2      .. and how many do where the optimiser lacks a pass
/// Returns the whole text as it comes out now, in a tier. With `ranks` > 1, so many sessions are the ranks of a job that
/// share each loop they can.
std::string replay_session(const std::string& text, const TierOptions& tiers = {}, int ranks = 1);
/// The tiers that a transcript's first line names (`; tiers: interp cpu`, or with commas), else the interpreter; an
/// invalid_argument where there is no such tier.
std::vector<Tier> tiers_of(const std::string& text);

/// A .cmd transcript: lines `$ command`, each followed by its output (both streams) and, unless it is 0,
/// `[exit N]`. Commands run by bash in `folder`, with `nova` first on the path.
std::string replay_commands(const std::string& text, const std::string& folder, const std::string& nova);

/// A definition of the prelude with what its comment says: `;;; text`, `;;; cost: ...`, then pairs of lines
/// `;;; form` and
/// `;;; => value` (or what the form prints). A module's definitions are named `module.name`.
struct PreludeEntry {
  std::string file, name;
  bool macro = false;
  std::string doc, cost;
  std::vector<std::pair<std::string, std::string>> examples;
};
std::vector<PreludeEntry> prelude_entries();

/// Runs the examples of every built-in's row and of the prelude's comments; a definition of the prelude
/// without cost or example fails too. Prints failures, returns their number.
int check_examples();

/// docs/prelude.md as the prelude's comments and types give it.
std::string prelude_page();

/// docs/builtins.md as the tables of built-ins give it.
std::string builtins_page();

} // namespace nova
