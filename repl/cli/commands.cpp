#include "repl/cli/commands.hpp"
#include "jit/gpu/helper/cuda_device.hpp"
#include "repl/derive/derive.hpp"
#include "repl/editor/terminal.hpp"
#include "repl/help/doctor.hpp"
#include "repl/help/explain.hpp"
#include "repl/lsp/server.hpp"
#include "repl/prompt/piped_input.hpp"
#include "repl/prompt/run_prompt.hpp"
#include "repl/ranks/crew.hpp"
#include "repl/serve/server.hpp"
#include "repl/session/files/plan_file.hpp"
#include "repl/session/limits.hpp"
#include "repl/session/output.hpp"
#include "repl/show/why.hpp"
#include "runtime/fault.hpp"
#include "runtime/io/bytes.hpp"
#include "runtime/ranks/ranks.hpp"
#include <algorithm>
#include <atomic>
#include <cctype>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <iterator>
#include <new>
#include <unistd.h>

namespace nova {

namespace {

Session* running = nullptr; // the session that SIGINT interrupts; null if there is none
std::atomic<bool> interrupted{false};

void on_interrupt(int) {
  interrupted = true;
  if (running) running->interrupt();
}

/// Reads all of the standard input. If an interrupt or a limit ends the reading, reports it and returns nothing.
std::optional<std::string> read_standard_input(Session& session) {
  try {
    Limits limits(session.options());
    const Watch heard([&limits] {
      if (interrupted) fail("E0603");
      limits.check_time();
    });
    const auto poll = [] { Watch::answer(); };
    const auto read = [&] { return read_stream(STDIN_FILENO, "<stdin>", poll); };
    Ranks* const ranks = session.options().ranks;
    return text_of(ranks ? ranks->from_first(read, poll) : read());
  } catch (const Fault& limit) {
    session.frontend().diagnostics.report(limit.code, {}, limit.args);
    return {};
  }
}

/// Loads the program that the command names: a file, `-` for the standard input, or the text itself. Returns
/// nothing if that fails.
std::optional<FileId> program(Session& session, const Arguments& a) {
  bool typed = a.text || a.operand == "-";
  if (typed) session.files().allow_read("."); // just as a program in a file may read the file's folder
  if (a.text) return session.add_text("-e", a.operand);
  if (typed) {
    auto text = read_standard_input(session);
    return text ? std::optional(session.add_text("<stdin>", std::move(*text))) : std::nullopt;
  }
  return session.load_file(a.operand);
}

WhyAs why_as(const Arguments& a) {
  return a.why.threads ? WhyAs::Page : a.why.svg ? WhyAs::Picture : WhyAs::Text;
}

/// Returns the next part of the standard input, which ends where the writer pauses so long. If an interrupt or a limit
/// ends the wait, reports it and returns nothing. Only the first part has a time limit.
std::optional<std::string> next_part(Session& session, PipedInput& input, bool first,
                                     std::chrono::milliseconds pause) {
  try {
    Limits limits(session.options());
    const Watch heard([&] {
      if (interrupted) fail("E0603");
      if (first) limits.check_time();
    });
    return input.next(pause);
  } catch (const Fault& limit) {
    session.frontend().diagnostics.report(limit.code, {}, limit.args);
    return {};
  }
}

/// Runs the standard input: as input of the prompt if it contains prompt commands, or if its writer waits for answers,
/// else as one program.
int run_standard_input(Session& session, Output& output, Crew& crew, const Arguments& a) {
  session.files().allow_read(".");
  PipedInput input(STDIN_FILENO);
  // After this pause the writer counts as waiting for answers.
  constexpr std::chrono::milliseconds patience{200};
  constexpr std::chrono::hours any{10'000};
  const bool is_program = !a.inputs.empty() || !a.outputs.empty();
  const std::optional<std::string> text = next_part(session, input, true, is_program ? any : patience);
  if (!text) return session.reports().flush(), 1;
  if (!input.ended())
    return run_parts(session, output, &crew, *text, [&](Session& now) -> std::optional<std::string> {
      return input.ended() ? std::nullopt : next_part(now, input, false, {});
    });
  if (has_commands(*text))
    return run_parts(session, output, &crew, *text, [](Session&) { return std::nullopt; });
  if (crew.ranks()) return run_program_by_ranks(session, crew, *text);
  free_after_use(session);
  return session.run_program(session.add_text("<stdin>", *text), a.inputs, a.outputs);
}

/// Loads a program, and then runs the standard input as input of the prompt.
int run_then_standard_input(Session& session, Output& output, Crew& crew, const std::string& program) {
  session.files().allow_read(".");
  PipedInput input(STDIN_FILENO);
  return run_parts(session, output, &crew, ":load " + program,
                   [&](Session& now) -> std::optional<std::string> {
                     return input.ended() ? std::nullopt : next_part(now, input, false, {});
                   });
}

/// Runs `nova check-kernel`. An interrupt or a limit ends it.
int run_kernel_check(Session& session, const Arguments& a) {
  try {
    Limits limits(session.options());
    return check_kernels(session, a, [&limits] {
      if (interrupted) fail("E0603");
      limits.check_time();
    });
  } catch (const Fault& limit) {
    session.reports().listener = {};
    session.frontend().diagnostics.report(limit.code, {}, limit.args);
    return session.reports().flush(), 1;
  }
}

/// Sets what a command needs of the session's options.
void prepare_options(Arguments& a, Output& output) {
  if (a.command == Arguments::Why)
    a.session.out = [&](std::string_view t) { output.aside(t); },
    a.session.abbreviate = true; // only the report goes to standard output
  if (a.command == Arguments::Derive) {
    // Only the derivation goes to standard output. Only the interpreter can record it.
    a.session.out = [&](std::string_view t) { output.aside(t); };
    a.session.tiers.tier = Tier::Interp;
  }
  if (a.command == Arguments::CheckKernel) {
    // The references run in the interpreter. Naming the text allows it.
    a.check_kernel.on_gpu = a.session.tiers.tier == Tier::Cuda;
    a.session.tiers.tier = Tier::Interp;
    a.session.allow_foreign.push_back(a.operand);
  }
}

/// Executes a command that has a program. `recorder` is null unless the program's kernels are written. Returns the
/// process's status.
int run_with_program(Session& session, Arguments& a, KernelRecorder* recorder, const Write& out) {
  const auto file = program(session, a);
  if (!file) return session.reports().flush(), 1;
  if (a.command == Arguments::Derive) return derive_program(session, *file, a.inputs, a.derive, out);
  if (a.command == Arguments::Why) return why_program(session, *file, a.inputs, why_as(a), out);
  if (a.command == Arguments::Doc) return document_program(session, *file);
  if (a.command == Arguments::Check) return session.check_program(*file, a.types);
  if (recorder) return recorder->build(session, *file, a.inputs, a.build.folder, out);
  if (a.command == Arguments::Build) return build_program(session, *file, a.build, out);
  if (a.from == Language::Plan) return PlanFile(session).run(*file);
  if (a.command == Arguments::Run || a.command == Arguments::Eval) free_after_use(session);
  return session.run_program(*file, a.inputs, a.outputs, a.from);
}

/// Executes a command. Returns the process's status.
int run_command(Session& session, Output& output, Crew& crew, Arguments& a, KernelRecorder* recorder,
                const Write& out) {
  if (!session.reports().flush()) return 1; // the folder of kernels is none
  if (a.command == Arguments::Prompt && isatty(STDIN_FILENO)) {
    session.files().allow_read(".");
    return run_prompt(session, output,
                      {a.prompt.no_init ? "" : startup_file(), a.prompt.stay ? a.operand : "", &crew});
  }
  if (a.command == Arguments::CheckKernel) return run_kernel_check(session, a);
  if (a.command == Arguments::Prompt && a.prompt.stay)
    return run_then_standard_input(session, output, crew, a.operand);
  if (a.command == Arguments::Prompt) return run_standard_input(session, output, crew, a);
  return run_with_program(session, a, recorder, out);
}

/// Whether several ranks can run the command together. Other commands are one process each, also under mpirun.
bool runs_by_ranks(const Arguments& a) { return a.command == Arguments::Run || a.command == Arguments::Eval; }

/// Does the part of a prompt's rank. Returns the exit status.
int run_for_prompt(Arguments& a) {
  const Joining joined = join_crew(a.ranks, a.prompt.socket);
  if (joined.status) return *joined.status;
  joined.job->prepare(a.session);
  Session session(a.session);
  joined.job->ranks().leave(1, work_for_prompt(session, joined.job->ranks()));
  return 0;
}

int run_with_session(Arguments& a) {
  a.ranks.on_interrupt = on_interrupt;
  const Joining joined =
      runs_by_ranks(a) ? join_job(a.ranks, a.text || a.operand == "-" ? "" : a.operand) : Joining{};
  if (joined.status) return *joined.status;
  a.session.look = {editor::shows_colour(STDERR_FILENO), editor::is_rich_terminal(STDERR_FILENO)};
  Output output;
  a.session.out = [&](std::string_view t) { output.value(t); };
  a.session.err = [&](std::string_view t) { output.other(t); };
  const Write out = a.session.out;
  prepare_options(a, output);
  KernelRecorder recorder;
  const bool records = a.command == Arguments::Build && a.build.target == "kernels";
  if (records) recorder.prepare(a.session);
  if (joined.job) joined.job->prepare(a.session);
  Crew crew(a.ranks.mpirun, a.session_words);
  if (a.command == Arguments::Prompt && a.ranks.count > 1) {
    const std::string why = crew.start(a.ranks.count, {});
    if (!why.empty())
      return std::fprintf(stderr, "nova: %s\n%s", why.c_str(), crew.said_besides().c_str()), 2;
    crew.prepare(a.session);
  }
  auto session = std::make_unique<Session>(a.session);
  running = session.get();
  crew.interrupts = [](Session& s) { running = &s; };
  crew.seat = [&session](std::unique_ptr<Session> other) { session = std::move(other); };
  if (interrupted) session->interrupt(); // before there was a session
  std::signal(SIGINT, on_interrupt);
  if (joined.job) std::signal(SIGTERM, on_interrupt); // so mpirun hands Ctrl-C on
  int status = run_command(*session, output, crew, a, records ? &recorder : nullptr, out);
  if (joined.job) status = joined.job->end(*session, status, [] { return interrupted.load(); });
  running = nullptr;
  return status;
}

/// Prints the explanation of a diagnostic's code. Returns 1 if the code does not exist, else 0.
int print_explanation(const std::string& code) {
  const Explanation e =
      explain(code, editor::is_rich_terminal(STDOUT_FILENO) ? editor::terminal_size().columns : 0);
  std::fputs(e.text.c_str(), e.known ? stdout : stderr);
  return e.known ? 0 : 1;
}

int run_command(Arguments& a) {
  switch (a.command) {
  case Arguments::Explain: return print_explanation(a.operand);
  case Arguments::Doctor:
    return doctor(a.session, [](std::string_view text) { std::fwrite(text.data(), 1, text.size(), stdout); });
  case Arguments::Fuzz: return fuzz_tiers(a);
  case Arguments::Replay: return replay_bundle(a);
  case Arguments::Transcript: return transcribe_files(a);
  case Arguments::Format: return format_files(a);
  case Arguments::Table: return describe_table(a);
  case Arguments::Kernel: return jupyter_kernel(a);
  case Arguments::Lsp: return language_server(a.session);
  case Arguments::Serve:
    return a.socket.empty() ? serve_requests(a.session) : serve_socket(a.session, a.socket);
  case Arguments::Version: return std::printf("nova %s\n", NOVA_VERSION), 0;
  default: return a.prompt.socket.empty() ? run_with_session(a) : run_for_prompt(a);
  }
}

/// Flushes the standard output and returns `status`. If some output could not be written, for example on a full
/// disk, prints an error and returns a status other than 0.
int with_output_written(int status) {
  const bool lost_before = std::ferror(stdout) != 0;
  const bool written = std::fflush(stdout) == 0;
  if (written && !lost_before) return status;
  std::fprintf(stderr, "nova: standard output could not be written whole%s%s\n", written ? "" : ": ",
               written ? "" : std::strerror(errno));
  return status ? status : 1;
}

} // namespace

int run_command_line(int argc, char** argv) try {
  if (const auto status = plan::cuda_helper(argc, argv)) return *status;
  editor::make_streams_inert();
  Arguments a;
  const bool of_prompt = argc > 2 && std::strcmp(argv[1], crew_word) == 0;
  const int skipped = of_prompt ? 2 : 0; // the word and the socket
  if (auto status = parse_arguments(argc - skipped, argv + skipped, a)) return *status;
  a.ranks.argv = argv;
  if (of_prompt) a.prompt.socket = argv[2];
  return with_output_written(run_command(a));
} catch (const std::bad_alloc&) { // within a form's evaluation, lack of memory is reported as E0601
  return std::fputs("nova: the machine has no memory left\n", stderr), 1;
}

} // namespace nova
