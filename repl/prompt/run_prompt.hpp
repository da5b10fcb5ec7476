// The prompt's loop, and the running of texts as if they were typed there.
#pragma once
#include "repl/session/session.hpp"

namespace nova {

class Crew; // repl/ranks/crew.hpp
class Output;
class Ranks; // runtime/ranks

/// What runs before the first input.
struct PromptStart {
  std::string startup_file{}; ///< forms and commands; "": none. There may be no such file.
  std::string program{};      ///< a program's file that is loaded; "": none
  Crew* crew = nullptr;       ///< starts the prompt's ranks; null: there can be none
};
/// Returns the path of the user's startup file, nova/init.nv in the folder of configurations; "" if there is no home.
std::string startup_file();
int run_prompt(Session& session, Output& output, const PromptStart& start);
/// Whether the prompt would treat some line of the text as a command.
bool has_commands(const std::string& text);
/// Runs texts as if they were typed at the prompt, without echoing them: `text`, then those that `next` returns, until
/// it returns nothing. All output is written before `next` is called, with the session as it is then. Returns 1 if something failed, else 0.
int run_parts(Session& session, Output& output, Crew* crew, std::string text,
              const std::function<std::optional<std::string>(Session&)>& next);

/// Runs a program by all ranks of the prompt's job. Returns its exit status.
int run_program_by_ranks(Session& session, Crew& crew, const std::string& text);
/// Runs, on one of a prompt's workers, what is typed at the prompt, until the prompt ends the job. Returns
/// false if the ranks have lost each other.
bool work_for_prompt(Session& session, Ranks& ranks);

} // namespace nova
