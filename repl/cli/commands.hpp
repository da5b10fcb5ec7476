// The command line of nova: its parsed arguments, and the functions that run the commands.
#pragma once
#include "repl/build/build.hpp"
#include "repl/build/kernels.hpp"
#include "repl/derive/derive.hpp"
#include "repl/ranks/job.hpp"
#include "repl/session/session.hpp"
#include <string>
#include <vector>

namespace nova {

/// The options of `nova fuzz`: how many random programs to test, and which ones.
struct FuzzArguments {
  uint64_t programs = 1000, seed = 1;
  uint32_t minutes = 0; ///< minutes to run, in place of a number of programs; 0: `programs` decides
  std::vector<std::string> tiers = {"interp", "plan", "cpu"};
  uint32_t level = 1;    ///< optimisation level of the C compiler, 0 to 3
  uint32_t rare = 6;     ///< terms in each program that use a seldom generated word of the language
  std::string cache;     ///< folder that keeps compiled programs; empty: they are deleted
  bool print = false;    ///< whether each program is printed before it runs
  bool coverage = false; ///< whether a table of the words in the programs is printed at the end
};

/// The options of `nova kernel install` and `nova kernel uninstall`. They choose the Jupyter folder that holds the
/// kernel specification. Without options, this is the user's own Jupyter folder.
struct KernelArguments {
  bool sys_prefix = false; ///< whether to use share/jupyter below the prefix of the python3 in PATH
  std::string prefix;      ///< use share/jupyter below this folder; empty: the option is not given
};

/// The options of `nova check-kernel`.
struct CheckKernelArguments {
  std::string spec;     ///< the file that has the foreign-kernel forms
  bool html = false;    ///< whether the failing run is drawn
  bool on_gpu = false;  ///< whether the kernels run on a GPU (--tier cuda)
  uint64_t seed = 1;    ///< decides the inputs and the orders of threads
  uint32_t inputs = 40; ///< how many inputs are tried
};

/// The options of `nova why`.
struct WhyArguments {
  bool svg = false;     ///< whether a picture is printed
  bool threads = false; ///< whether a page on threads is printed (--threads-html)
};

/// The options of the prompt.
struct PromptArguments {
  bool stay = false;    ///< whether the prompt follows a program (-i)
  bool no_init = false; ///< whether the startup file is left out
  std::string socket{}; ///< of the prompt whose rank this process is; empty: it is none of a prompt's
};

/// The parsed command line: the command and its options.
struct Arguments {
  enum Command : uint8_t {
    Prompt,
    Run,
    Eval,
    Check,
    Build,
    Explain,
    Doctor,
    Version,
    Fuzz,
    Replay,
    Derive,
    Format,
    Lsp,
    Serve,
    Kernel,
    Transcript,
    Doc,
    Why,
    CheckKernel,
    Table
  } command = Prompt;
  std::string operand;            ///< positional argument: file, expression or diagnostic code
  InputTexts inputs;              ///< name and value of each option --input name=value
  InputTexts outputs;             ///< name and file of each option --output name=file
  Language from = Language::Nova; ///< what the file of `nova run` holds (--from)
  bool types = false;             ///< whether `nova check` is to print types (--types)
  std::vector<std::string> files; ///< the files of `nova fmt` or `nova transcript`
  bool check_only = false;        ///< whether to compare only and write nothing (--check)
  WhyArguments why;
  bool run_kernel = false; ///< whether `nova replay` may run any C code (--run-kernel)
  PromptArguments prompt;
  bool text = false;  ///< whether the operand is the program's text (-e)
  std::string socket; ///< the socket of `nova serve`; empty: standard input and output
  FuzzArguments fuzz;
  DeriveArguments derive;
  BuildArguments build;
  KernelArguments kernel;
  CheckKernelArguments check_kernel;
  RanksWanted ranks;
  SessionOptions session;
  std::vector<std::string> session_words; ///< the options that set `session`, as words of a command line
};

/// Parses the command line and runs its command. Returns the exit status: 0 for success, 1 if the program is
/// wrong or failed, 2 if the command line is wrong.
int run_command_line(int argc, char** argv);

/// Parses the command line into `out`. Returns an exit status if the process is to end at once: help was printed, or
/// the command line is wrong. Else returns nothing.
std::optional<int> parse_arguments(int argc, char** argv, Arguments& out);
/// Parses the command line of nova-kernel: a session's options, and Jupyter's connection file. Returns an exit status
/// as parse_arguments does.
std::optional<int> parse_kernel_arguments(int argc, char** argv, Arguments& out);

// The functions below run one command each and return the exit status.
int fuzz_tiers(const Arguments& a);
/// Checks the kernels that the program `--spec` declares. `give_up` throws where the check is to end.
int check_kernels(Session& session, const Arguments& a, const std::function<void()>& give_up);
int document_program(Session& session, FileId file);
int transcribe_files(const Arguments& a);
int replay_bundle(const Arguments& a);
int describe_table(const Arguments& a);
int format_files(const Arguments& a);
int jupyter_kernel(const Arguments& a);

} // namespace nova
