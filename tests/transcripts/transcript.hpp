// Transcripts: a session (or shell commands) with its expected output. The runner makes the transcript anew; any
// difference fails, --update accepts it.
#pragma once
#include <string>

namespace nova {

/// A .nv transcript: chunks of forms separated by blank lines, each followed by what it gives:
///   ; => 3 : int        a result and its type
///   ; | text            a line that was printed
///   ; ! text            a line of a diagnostic
/// Returns the whole text as it comes out now.
std::string replay_session(const std::string& text);

/// A .cmd transcript: lines `$ command`, each followed by its output (both streams) and, unless it is 0, `[exit N]`.
/// Commands run by bash in `folder`, with `nova` first on the path.
std::string replay_commands(const std::string& text, const std::string& folder, const std::string& nova);

/// Runs the examples of every built-in's row and of the prelude's comments; prints failures, returns their number.
int check_examples();

/// docs/builtins.md as the tables of built-ins give it.
std::string builtins_page();

} // namespace nova
