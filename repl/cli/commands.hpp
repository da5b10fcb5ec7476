// nova's commands: the command line as the user types it.
#pragma once
#include "repl/derive/derive.hpp"
#include "repl/session/session.hpp"
#include <string>
#include <vector>

namespace nova {

/// `nova fuzz`: how many programs, and which.
struct FuzzArguments {
  uint64_t programs = 1000, seed = 1;
  uint32_t minutes = 0; ///< if given, so long instead of so many
  std::vector<std::string> tiers = {"interp", "plan", "cpu"};
  uint32_t level = 1;    ///< of the C compiler's optimiser
  uint32_t rare = 1;     ///< words that few programs have: so many in each
  std::string cache;     ///< where compiled programs stay; "": they are thrown away
  bool print = false;    ///< each program before it runs
  bool coverage = false; ///< what they were made of, in the end
};

/// `nova kernel install`, `uninstall`: where; the user's own folder where nothing is said.
struct KernelArguments {
  bool sys_prefix = false; ///< in the environment of the python3 in PATH
  std::string prefix;
};

/// What the command line asks for.
struct Arguments {
  enum Command : uint8_t {
    Prompt,
    Run,
    Eval,
    Check,
    Explain,
    Doctor,
    Version,
    Fuzz,
    Replay,
    Derive,
    Format,
    Lsp,
    Kernel,
    Transcript,
    Doc,
    Why
  } command = Prompt;
  std::string operand;                       ///< file, expression or code
  InputTexts inputs;                         ///< --input name=value
  bool types = false;                        ///< check --types
  std::vector<std::string> files;            ///< fmt, transcript
  bool check_only = false;                   ///< --check
  bool why_svg = false, why_threads = false; ///< why --svg, --threads-html
  bool run_kernel = false;                   ///< replay --run-kernel
  bool text = false;                         ///< the operand is the program itself
  FuzzArguments fuzz;
  DeriveArguments derive;
  KernelArguments kernel;
  SessionOptions session;
  std::vector<std::string> session_words; ///< the session's options as they were given
};

/// Parses and runs; the exit status: 0 done, 1 the program is wrong or failed, 2 the command line is wrong.
int run_command_line(int argc, char** argv);

/// Fills `out`; otherwise the exit status to leave with (help was printed, or the command line is wrong).
std::optional<int> parse_arguments(int argc, char** argv, Arguments& out);
/// The same for nova-kernel, which takes a session's options and Jupyter's file.
std::optional<int> parse_kernel_arguments(int argc, char** argv, Arguments& out);

int fuzz_tiers(const Arguments& a);
int document_program(Session& session, FileId file);
int transcribe_files(const Arguments& a);
int replay_bundle(const Arguments& a);
int format_files(const Arguments& a);
int jupyter_kernel(const Arguments& a);

} // namespace nova
