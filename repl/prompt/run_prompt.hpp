// The prompt's loop, and texts that are run as if they were typed there.
#pragma once
#include "repl/session/session.hpp"

namespace nova {

class Output;
int run_prompt(Session& session, Output& output);
/// Is there a line in it that the prompt takes for a command?
bool has_commands(const std::string& text);
/// Runs a text as if it were typed at the prompt, without showing it; 1 where something failed.
int run_typed(Session& session, Output& output, const std::string& text);

} // namespace nova
