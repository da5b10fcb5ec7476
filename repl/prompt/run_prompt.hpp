// The prompt's loop, and the running of texts as if they were typed there.
#pragma once
#include "repl/session/session.hpp"

namespace nova {

class Output;
int run_prompt(Session& session, Output& output);
/// Whether the prompt would treat some line of the text as a command.
bool has_commands(const std::string& text);
/// Runs a text as if it were typed at the prompt, without echoing it. Returns 1 if something failed, else 0.
int run_typed(Session& session, Output& output, const std::string& text);

} // namespace nova
