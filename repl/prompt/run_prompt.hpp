// The prompt's loop, and the running of texts as if they were typed there.
#pragma once
#include "repl/session/session.hpp"

namespace nova {

class Output;
int run_prompt(Session& session, Output& output);
/// Whether the prompt would treat some line of the text as a command.
bool has_commands(const std::string& text);
/// Runs texts as if they were typed at the prompt, without echoing them: `text`, then those that `next` returns, until
/// it returns nothing. All output is written before `next` is called. Returns 1 if something failed, else 0.
int run_parts(Session& session, Output& output, std::string text,
              const std::function<std::optional<std::string>()>& next);

} // namespace nova
