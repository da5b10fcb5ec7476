// The parser of the command line. No other file includes CLI11, since it takes seconds to compile.
#include "frontend/source/spelling.hpp"
#include "jit/compile/kernel_folder.hpp"
#include "jit/passes/passes.hpp"
#include "repl/cli/commands.hpp"
#include "runtime/limit_text.hpp"
#include <CLI/CLI.hpp>
#include <charconv>
#include <cstdio>
#include <map>
#include <sstream>
#include <unistd.h>

namespace nova {

namespace {

/// Prints the text that CLI11 has for `e`: help, or an error message. Returns the exit status.
int print_exit(const CLI::App& app, const CLI::ParseError& e) {
  std::ostringstream out, err;
  const int status = app.exit(e, out, err);
  std::fputs(out.str().c_str(), stdout), std::fputs(err.str().c_str(), stderr);
  return status == 0 ? 0 : 2;
}

/// The options whose values CLI11 reads as text, which `understand` then parses.
struct Raw {
  std::string max_memory, timeout, foreign_timeout, dump, stop_after;
  std::vector<std::string> inputs, outputs;
};

const std::map<std::string, Tier> tiers = {{"interp", Tier::Interp},
                                           {"cpu", Tier::Cpu},
                                           {"auto", Tier::Auto},
                                           {"sim", Tier::Sim},
                                           {"cuda", Tier::Cuda}};
const std::map<std::string, Checking> checks = {
    {"all", Checking::All}, {"first", Checking::First}, {"sample", Checking::Sample}, {"off", Checking::Off}};

void add_tier_options(CLI::App& app, SessionOptions& s) {
  const auto tier = [&s](const std::string& name) { s.tiers.tier = tiers.at(name); };
  app.add_option_function<std::string>(
         "--tier", tier,
         "Who runs array expressions: auto (default: compiled, and on a GPU, where it pays), interp, cpu "
         "(compiled, at once), cuda (an NVIDIA GPU), sim (a simulated one)")
      ->check(CLI::IsMember({"interp", "cpu", "auto", "sim", "cuda"}));
  app.add_option("--gpu-helper", s.tiers.gpu_helper, "Another helper process for the GPU: for tests")
      ->expected(1, 3)
      ->group("");
  const auto check = [&s](const std::string& name) { s.tiers.checking = checks.at(name); };
  app.add_option_function<std::string>("--check", check,
                                       "Runs of kernels that the interpreter repeats: all, first (default), "
                                       "sample (the first, and later ones now and then), off")
      ->check(CLI::IsMember({"all", "first", "sample", "off"}));
  const auto ahead = [&s](const std::string& folder) {
    s.tiers.ahead = std::make_shared<plan::KernelFolder>(folder, NOVA_VERSION, s.tiers.cache);
  };
  app.add_option_function<std::string>(
         "--compiled-ahead", ahead,
         "A folder that nova build --to kernels wrote: forms with a kernel there are not compiled")
      ->type_name("DIR");
  app.add_option("--no-pass", s.tiers.passes_off, "Leave out passes of the optimiser")
      ->allow_extra_args(false)
      ->delimiter(',')
      ->check([](const std::string& name) {
        for (const plan::Pass& p : plan::all_passes())
          if (p.name == name) return std::string();
        return "there is no pass " + name + "; there are " + plan::pass_names();
      });
  app.add_flag("--stats", s.stats, "Tell at the end what the tiers did");
  app.add_flag("--verdicts", s.verdicts, "Tell at the end how far each value is known to be right");
}

/// Parses a whole number; returns nothing if the text is not one.
std::optional<uint32_t> whole_number(const std::string& t) {
  uint32_t n = 0;
  const auto [end, error] = std::from_chars(t.data(), t.data() + t.size(), n);
  return error == std::errc() && end == t.data() + t.size() ? std::optional(n) : std::nullopt;
}

std::string check_count(const std::string& t) {
  return whole_number(t).value_or(0) > 0 ? "" : "a whole number from 1 is expected, not " + t;
}

/// Checks an option's number, where 0 stands for no limit. Returns an error message, or "" if it is valid.
std::string check_limit(const std::string& t) {
  return whole_number(t) ? "" : "a whole number is expected, not " + t;
}

/// Checks a path that an option names. Returns an error message, or "" if it may be one.
std::string check_place(const std::string& t) { return t.empty() ? "a path is expected" : ""; }

void add_common_options(CLI::App& app, Arguments& a, Raw& raw) {
  SessionOptions& s = a.session;
  app.add_option("--max-memory", raw.max_memory,
                 "Bytes that values may take, as 2G (default, and 0: half the machine's)")
      ->check([](const std::string& t) {
        return parse_size(t) ? "" : "a size such as 512M or 2G is expected, not " + t;
      });
  app.add_option("--timeout", raw.timeout,
                 "Time that a run may take, as 15s or 500ms (a number alone: seconds; default, and 0: any)")
      ->check([](const std::string& t) {
        return parse_duration(t) ? "" : "a time such as 500ms or 15s is expected, not " + t;
      });
  app.add_option("--max-depth", s.max_depth,
                 "Calls that may wait for each other (default, and 0: as many as memory holds)")
      ->type_name("N")
      ->check(check_limit);
  app.add_option("--threads", s.threads, "Threads to use (default, and 0: all)")
      ->type_name("N")
      ->check(check_limit);
  app.add_option("--allow-read", s.allow_read, "A folder or file that programs may read")
      ->check(check_place)
      ->allow_extra_args(false);
  app.add_option("--allow-write", s.allow_write, "A folder or file that programs may write")
      ->check(check_place)
      ->allow_extra_args(false);
  app.add_option("--allow-foreign", s.allow_foreign,
                 "A folder or file whose foreign functions may run, or all: C code of the program")
      ->check(check_place)
      ->allow_extra_args(false);
  app.add_option("--foreign-library", s.foreign_library,
                 "The library of the functions that (foreign (f : t)) declares without one");
  app.add_option("--foreign-timeout", raw.foreign_timeout,
                 "Time that a call of a foreign function may take, as 5s (default: 60s; 0: any)")
      ->check([](const std::string& t) {
        return parse_duration(t) ? "" : "a time such as 500ms or 15s is expected, not " + t;
      });
  add_tier_options(app, s);
  app.add_flag("--abbrev", s.abbreviate,
               "Print long vectors as [0 1 2 ... 7 8 9], long strings by their ends");
  app.add_option(
      "--dump", raw.dump,
      "Print intermediate languages: datum,expr,types,core,plan,fused,c,cuda,ptx, or a pass: the plan "
      "before and after");
  app.add_option("--stop-after", raw.stop_after, "Stop after this phase");
}

/// Parses a comma-separated list of phases and passes. Prints an error and returns false if a name is unknown.
bool parse_dumps(const std::string& text, Dumps& out) {
  for (const std::string& name : CLI::detail::split(text, ','))
    if (!name.empty() && !out.add(name))
      return std::fprintf(stderr, "nova: there is no phase %s; there are %s\n", name.c_str(),
                          dump_names().c_str()),
             false;
  return true;
}

bool parse_stop(const std::string& text, Phase& out) {
  if (text.empty()) return true;
  const std::optional<Phase> phase = phase_named(text);
  if (phase && *phase >= Phase::Plan)
    return std::fprintf(
               stderr,
               "nova: %s is made while a program runs; --stop-after takes datum, expr, types or core\n",
               text.c_str()),
           false;
  if (phase) return out = *phase, true;
  return std::fprintf(stderr, "nova: there is no phase %s to stop after\n", text.c_str()), false;
}

/// Parses `name=value` pairs, in which the value may contain equals signs. On an error, prints what the option takes
/// and returns false.
bool parse_pairs(const std::vector<std::string>& texts, const char* takes, InputTexts& out) {
  for (const std::string& t : texts) {
    size_t eq = t.find('=');
    if (eq == std::string::npos || eq == 0)
      return std::fprintf(stderr, "nova: %s, not %s\n", takes, t.c_str()), false;
    out.emplace_back(t.substr(0, eq), t.substr(eq + 1));
  }
  return true;
}

void add_fuzz_options(CLI::App& fuzz, FuzzArguments& f) {
  fuzz.add_option("--programs", f.programs, "How many programs")->check(check_count);
  fuzz.add_option("--seed", f.seed, "The first program's seed; the next one's is one more");
  fuzz.add_option("--rare", f.rare,
                  "So many of the words that few programs have, in turn, in each program (default: 6)");
  fuzz.add_option("--minutes", f.minutes, "Go on for so long instead")->check(check_count);
  fuzz.add_option("--tiers", f.tiers,
                  "What to compare, as interp,plan,cpu,sim,cuda,nvrtc (default: interp,plan,cpu); nvrtc: "
                  "kernels compile for GPUs")
      ->delimiter(',')
      ->check(CLI::IsMember({"interp", "plan", "cpu", "sim", "cuda", "nvrtc"}));
  fuzz.add_option("--cc-level", f.level, "How hard the C compiler tries: 0 to 3 (default: 1)")
      ->check(CLI::Range(0, 3));
  fuzz.add_option("--cache", f.cache,
                  "Keep what is compiled in this folder, for the next run of the same programs");
  fuzz.add_flag("--print", f.print, "Print each program before it runs");
  fuzz.add_flag("--coverage", f.coverage,
                "Tell of each word of the language how many programs with it ran compiled");
}

/// Adds the options for a program: a file, or a text after -e.
void add_program(CLI::App& app, Arguments& a) {
  const auto text = [&a](const std::string& program) { a.operand = program, a.text = true; };
  app.add_option("file", a.operand, "The program (- for standard input)");
  app.add_option_function<std::string>("-e", text, "A program given as text");
}

void add_why_options(CLI::App& why, Arguments& a) {
  add_program(why, a);
  CLI::Option* svg =
      why.add_flag("--svg", a.why.svg, "A picture of the kernels and of what flows between them");
  why.add_flag("--threads-html", a.why.threads,
               "A page that shows which thread of a simulated GPU touches which element")
      ->excludes(svg);
}

void add_derive_options(CLI::App& derive, Arguments& a) {
  DeriveArguments& d = a.derive;
  add_program(derive, a);
  derive.add_flag("--typing", d.typing, "Why it has its type, not how it gets its value");
  derive.add_option("--depth", d.depth, "Tell premises of premises so deep")
      ->type_name("N")
      ->check(check_count);
  derive.add_option("--width", d.width, "Tell so many premises of a judgement")
      ->type_name("N")
      ->check(check_count);
  derive.add_flag("--step", d.step,
                  "Walk through it: keys, or words from the standard input (help lists them)");
  derive.add_flag("--prelude", d.prelude, "Also what the prelude's functions do");
  CLI::Option* html = derive.add_flag("--html", d.html, "A page to look at in a browser");
  derive.add_flag("--latex", d.latex, "A document for LaTeX, with bussproofs")->excludes(html);
}

bool is_file(const std::string& path) { return access(path.c_str(), R_OK) == 0; }

bool understand(const Raw& raw, Arguments& a) {
  if (!raw.max_memory.empty()) a.session.max_memory = *parse_size(raw.max_memory);
  if (!raw.timeout.empty()) a.session.timeout = parse_duration(raw.timeout);
  if (const auto time = parse_duration(raw.foreign_timeout); time && !raw.foreign_timeout.empty())
    a.session.tiers.longest_foreign = time->count() ? *time : std::chrono::hours(24 * 365);
  if (a.session.timeout && a.session.timeout->count() == 0) a.session.timeout.reset();
  if (!parse_dumps(raw.dump, a.session.dump) || !parse_stop(raw.stop_after, a.session.stop_after))
    return false;
  return parse_pairs(raw.inputs, "--input takes name=file or name=literal", a.inputs) &&
         parse_pairs(raw.outputs, "--output takes name=file", a.outputs);
}

/// Returns the options that the user gave, as words of a command line.
std::vector<std::string> words_of(const std::vector<CLI::Option*>& options) {
  std::vector<std::string> words;
  for (const CLI::Option* o : options)
    for (const std::string& value : o->results())
      words.push_back("--" + o->get_lnames()[0] + (o->get_expected_max() == 0 ? "" : "=" + value));
  return words;
}

/// Returns the command or option whose spelling is nearest to the word, or nothing if none is near.
std::optional<std::string> neighbour(const CLI::App& app, const std::string& word) {
  std::vector<std::string> names;
  const auto note = [&](const CLI::App& of) {
    for (const CLI::Option* o : of.get_options())
      for (const std::string& name : o->get_lnames()) names.push_back("--" + name);
  };
  note(app);
  for (const CLI::App* sub : app.get_subcommands(std::function<bool(const CLI::App*)>()))
    names.push_back(sub->get_name()), note(*sub);
  const std::vector<std::string_view> known(names.begin(), names.end());
  return nearest_name(word, known);
}

void add_kernel_options(CLI::App& kernel, Arguments& a) {
  kernel
      .add_option("what", a.operand,
                  "install: tell Jupyter of it; cells get the options that stand there, as --allow-write "
                  "DIR; uninstall: take that back")
      ->required()
      ->check([](const std::string& what) {
        return what == "install" || what == "uninstall"
                   ? std::string()
                   : "nova kernel install tells Jupyter of Nova; Jupyter itself starts "
                     "nova-kernel, not nova kernel " +
                         what;
      });
  CLI::Option* prefix =
      kernel.add_option("--prefix", a.kernel.prefix, "Under DIR/share/jupyter, not in the user's own folder")
          ->type_name("DIR");
  kernel
      .add_flag("--sys-prefix", a.kernel.sys_prefix,
                "The same under the prefix of the python3 in PATH: in its virtual environment")
      ->excludes(prefix);
}

/// Adds the command's positional argument, which is required.
void add_operand(CLI::App& command, Arguments& a, const char* name, const char* what) {
  command.add_option(name, a.operand, what)->required();
}

constexpr const char* a_program = "The program (- for standard input)";

void add_run_options(CLI::App& run, Arguments& a) {
  add_operand(run, a, "file", a_program);
  const auto from = [&a](const std::string& language) {
    a.from = language == "core" ? Language::Core : Language::Plan;
  };
  run.add_option_function<std::string>("--from", from,
                                       "The file holds what --dump core or --dump plan prints: core, plan")
      ->check(CLI::IsMember({"core", "plan"}));
}

void add_check_options(CLI::App& check, Arguments& a) {
  add_operand(check, a, "file", a_program);
  check.add_flag("--types", a.types, "Print the type of each definition");
}

void add_build_options(CLI::App& build, Arguments& a) {
  add_operand(build, a, "file", "The program, whose (export f ..) names the functions");
  build
      .add_option(
          "--to", a.build.target,
          "What is written: c, openmp (the same on several threads), cuda (kernels for a GPU), or kernels "
          "(machine code of the program's own forms, for --compiled-ahead)")
      ->required()
      ->check(CLI::IsMember({"c", "openmp", "cuda", "kernels"}));
  build.add_option("-o", a.build.folder, "The folder of the files, which is made if there is none")
      ->required();
  constexpr int oldest = 50, newest = 999;
  build
      .add_option("--arch", a.build.archs,
                  "With --to cuda: GPUs that get code of their own, besides code for all: 90 or 80,90")
      ->delimiter(',')
      ->check(CLI::Range(oldest, newest));
  build
      .add_option("--block-size", a.build.block_size,
                  "With --to cuda: the most threads of a block, where a kernel leaves the choice")
      ->check(CLI::IsMember({32, 64, 128, 256}));
  build.add_option("--max-blocks", a.build.max_blocks, "With --to cuda: the most blocks of a launch")
      ->check(CLI::Range(1, BuildArguments::most_blocks));
}

void add_replay_options(CLI::App& replay, Arguments& a) {
  add_operand(replay, a, "bundle", "The folder that was written when they differed");
  replay.add_flag("--run-kernel", a.run_kernel,
                  "Compile and run its kernel too, though it was not written here");
}

void add_transcript_options(CLI::App& transcript, Arguments& a) {
  transcript.add_option("file", a.files, "The documents, in Markdown")->required();
  transcript.add_flag("--check", a.check_only,
                      "Change nothing: tell what differs, and fail if something does");
}

void add_check_kernel_options(CLI::App& check, Arguments& a) {
  add_operand(check, a, "file.cu", "The CUDA text, a file that the forms name");
  check
      .add_option("--spec", a.check_kernel.spec,
                  "The program whose foreign-kernel forms say what the kernels mean")
      ->type_name("FILE")
      ->required();
  check.add_flag("--html", a.check_kernel.html,
                 "Print a page of the failing run: which thread touches which element");
  check.add_option("--inputs", a.check_kernel.inputs, "How many random inputs are tried")
      ->type_name("N")
      ->check(CLI::Range(1, 1'000'000));
  check.add_option("--seed", a.check_kernel.seed, "Decides the inputs and the orders of threads")
      ->type_name("N");
}

void add_format_options(CLI::App& fmt, Arguments& a) {
  fmt.add_option("file", a.files,
                 "The programs, rewritten in place (- or none: standard input to standard output)");
  fmt.add_flag("--check", a.check_only,
               "Change nothing: name the files that are laid out otherwise, and fail if there are any");
}

/// Adds each command with its own options. When the command line is parsed, the command `help` sets `help`.
void add_commands(CLI::App& app, Arguments& a, bool& help) {
  app.add_subcommand("help", "Print this help")->callback([&help] { help = true; })->group("");
  auto command = [&](const char* name, const char* what, Arguments::Command c) {
    CLI::App* sub = app.add_subcommand(name, what);
    sub->callback([&a, c] { a.command = c; });
    return sub;
  };
  add_run_options(*command("run", "Run a program", Arguments::Run), a);
  add_build_options(
      *command("build", "Write functions of a program as C for other programs", Arguments::Build), a);
  add_check_options(*command("check", "Check a program without running it", Arguments::Check), a);
  add_operand(*command("explain", "Tell the story of a diagnostic", Arguments::Explain), a, "code",
              "Its code, as E0203");
  command("doctor", "Tell what is installed and which tiers are possible", Arguments::Doctor);
  add_replay_options(
      *command("replay", "Run a kernel's wrong value again, and name the pass to blame", Arguments::Replay),
      a);
  add_derive_options(
      *command("derive", "Draw the derivation of a program's value or type", Arguments::Derive), a);
  add_why_options(
      *command("why", "Run a program and tell which tier ran its array expressions, and why", Arguments::Why),
      a);
  add_operand(*command("doc", "Tell what a file defines, from its comments, in Markdown", Arguments::Doc), a,
              "file", "The file (- for standard input)");
  add_operand(*command("table", "Tell what a file of data holds: a CSV file's columns as definitions",
                       Arguments::Table),
              a, "file", "The file: .csv, .npy, .npz, .mtx or an image, also packed by gzip");
  add_transcript_options(
      *command("transcript", "Run a document's code and write what it gives below it", Arguments::Transcript),
      a);
  add_format_options(
      *command("fmt", "Lay out programs as Nova's own are: comments and meaning stay", Arguments::Format), a);
  add_check_kernel_options(*command("check-kernel",
                                    "Run CUDA kernels on a simulated GPU and find their mistakes",
                                    Arguments::CheckKernel),
                           a);
  add_kernel_options(*command("kernel", "Nova in Jupyter's notebooks", Arguments::Kernel), a);
  command("lsp", "Serve an editor: the language server protocol on standard input and output",
          Arguments::Lsp);
  command("serve", "Serve a program: requests as lines of JSON on standard input, replies on standard output",
          Arguments::Serve)
      ->add_option(
          "--socket", a.socket,
          "Serve any number of programs on this Unix socket; the token that they need is in PATH.token")
      ->type_name("PATH");
  add_fuzz_options(
      *command("fuzz", "Run random programs in every tier and compare the bits", Arguments::Fuzz), a.fuzz);
}

/// Prints an error for words that are neither a command nor an option. Returns the exit status.
int report_extra_words(const CLI::App& app) {
  const std::string extra = app.remaining(true).front();
  if (auto commands = app.get_subcommands(); !commands.empty() && !extra.starts_with("-"))
    return std::fprintf(stderr, "nova: nova %s does not know what to do with %s\n",
                        commands[0]->get_name().c_str(), extra.c_str()),
           2;
  if (extra.ends_with(".nv") && !is_file(extra))
    return std::fprintf(stderr, "nova: there is no file %s\n", extra.c_str()), 2;
  std::fprintf(stderr, "nova: %s is neither a command nor an option", extra.c_str());
  const auto near = neighbour(app, extra);
  if (near && !is_file(extra)) return std::fprintf(stderr, "; did you mean %s?\n", near->c_str()), 2;
  return std::fprintf(stderr, "%s\n",
                      is_file(extra) ? "; a program is run by: nova run FILE" : "; nova --help lists them"),
         2;
}

/// Whether options of the program and then its file are given, as in `--tier interp f.nv`, and no command.
bool has_file_behind_options(const CLI::App& app, std::span<const std::string> words,
                             std::span<const CLI::App* const> commands) {
  if (words.empty() || !words[0].starts_with("-")) return false;
  for (size_t k = 0; k < words.size(); ++k) {
    const auto is_named = [&](const CLI::App* sub) { return sub->check_name(words[k]); };
    if (words[k] == "-e" || std::ranges::any_of(commands, is_named)) return false;
    const bool behind = k > 0 && words[k - 1].starts_with("-") && words[k - 1].find('=') == std::string::npos;
    const CLI::Option* option = behind ? app.get_option_no_throw(words[k - 1]) : nullptr;
    if (behind && !option) option = app.get_subcommand("run")->get_option_no_throw(words[k - 1]);
    const bool value = behind && (!option || option->get_items_expected_max() != 0);
    if (!value && words[k].ends_with(".nv") && is_file(words[k])) return true;
  }
  return false;
}

/// Returns the words of the command line, the last one first, as CLI11 takes them. A file in place of a command is a
/// program that is run, and -i without a pair behind it is --stay.
std::vector<std::string> words_from_last(const CLI::App& app, int argc, char** argv) {
  std::vector<std::string> words(argv + 1, argv + argc);
  const auto commands = app.get_subcommands(std::function<bool(const CLI::App*)>());
  for (size_t k = 0; k < words.size(); ++k) // else -i is --input, which takes a pair
    if (words[k] == "-i" && (k + 1 == words.size() || words[k + 1].starts_with("-") ||
                             is_file(words[k + 1]) || words[k + 1].ends_with(".nv")))
      words[k] = "--stay";
  const auto first = std::ranges::find_if(words, [](const std::string& w) { return w != "--stay"; });
  const auto is_named = [&](const CLI::App* sub) { return sub->check_name(*first); };
  const bool file = first != words.end() && !first->starts_with("-") && is_file(*first) &&
                    std::ranges::none_of(commands, is_named);
  if (file || has_file_behind_options(app, words, commands)) words.insert(words.begin(), "run");
  std::ranges::reverse(words);
  return words;
}

/// Returns an error message if the command and its options do not fit together, else null.
const char* misused(const Arguments& a) {
  if (a.prompt.stay && (a.command != Arguments::Run || a.operand == "-" || a.from != Language::Nova ||
                        !a.inputs.empty() || !a.outputs.empty()))
    return "-i stands with a program's file: nova -i FILE; inputs that it declares are defined at the prompt";
  constexpr uint32_t most_threads = 64; // the ranks of random programs are threads of this process
  if (a.command == Arguments::Fuzz && a.ranks.count > most_threads)
    return "nova fuzz runs its programs by 64 ranks at most";
  if (a.ranks.count != 0 && a.command != Arguments::Run && a.command != Arguments::Eval &&
      a.command != Arguments::Fuzz && a.command != Arguments::Prompt)
    return "--ranks stands with what runs: nova run FILE, -e, the prompt, or nova fuzz";
  if (a.ranks.count > 1 && a.command == Arguments::Prompt && (!a.inputs.empty() || !a.outputs.empty()))
    return "--input and --output stand with nova run --ranks N FILE";
  if ((a.command == Arguments::Derive || a.command == Arguments::Why) && a.operand.empty() && !a.text)
    return a.command == Arguments::Why ? "nova why takes a file, or -e and a program"
                                       : "nova derive takes a file, or -e and a program";
  if (a.derive.step && a.operand == "-" && !a.text)
    return "--step reads the standard input, so the program is a file or stands after -e";
  if (!a.outputs.empty() && a.command != Arguments::Run && a.command != Arguments::Eval &&
      a.command != Arguments::Prompt)
    return "--output stands with a program that runs: nova run FILE, or -e";
  if (a.command == Arguments::CheckKernel && a.check_kernel.html && a.session.tiers.tier == Tier::Cuda)
    return "--html draws runs of the simulated GPU, so it does not go with --tier cuda";
  if (a.from == Language::Plan && (!a.outputs.empty() || !a.inputs.empty()))
    return "a plan file has its inputs in its runs, so --input and --output do not go with --from plan";
  if (a.from == Language::Plan && (a.session.tiers.tier == Tier::Cuda || a.session.tiers.ahead))
    return "--from plan repeats runs in the tiers cpu and sim, with code that is compiled for them";
  if (a.command == Arguments::Build && a.build.folder.empty())
    return "-o takes the name of a folder; -o . is the one where nova runs";
  if (a.command == Arguments::Build && a.build.target != "cuda" &&
      (!a.build.archs.empty() || a.build.block_size != BuildArguments{}.block_size ||
       a.build.max_blocks != BuildArguments{}.max_blocks))
    return "--arch, --block-size and --max-blocks stand with --to cuda";
  return nullptr;
}

} // namespace

std::optional<int> parse_arguments(int argc, char** argv, Arguments& a) {
  CLI::App app{"Nova: a language for data-parallel programs", "nova"};
  app.fallthrough();
  app.footer(
      "Without a command: the prompt on a terminal, else a program from standard input. A file in place of "
      "a command is run.");
  Raw raw;
  add_common_options(app, a, raw);
  const std::vector<CLI::Option*> common = app.get_options();
  std::string expression;
  bool version = false, help = false;
  app.add_option("-e", expression, "Run a program given as text");
  app.add_flag("--version", version, "Print the version");
  add_commands(app, a, help);
  app.add_flag("--stay", a.prompt.stay, "Stay at the prompt once the program has run: also nova -i FILE");
  app.add_flag("--no-init", a.prompt.no_init, "Leave out the prompt's startup file");
  app.add_option(
         "--ranks", a.ranks.count,
         "Run the program by so many processes, which mpirun starts; 1: by this one, also under mpirun. "
         "nova fuzz: run kernels of the CPU by so many threads, too, which share their loops as ranks do")
      ->type_name("N")
      ->check(CLI::Range(1, 1 << 20));
  app.add_option("--mpirun", a.ranks.mpirun, "The mpirun for --ranks (default: that of PATH)")
      ->type_name("PATH")
      ->check(check_place);
  app.add_option("-i,--input", raw.inputs, "name=file or name=literal, for a program's declared inputs")
      ->allow_extra_args(false);
  app.add_option(
         "-o,--output", raw.outputs,
         "name=file: write a definition's value, or that of the last form (it), once the program has run")
      ->allow_extra_args(false);
  try {
    app.parse(words_from_last(app, argc, argv));
  } catch (const CLI::ExtrasError&) {
    return report_extra_words(app);
  } catch (const CLI::RequiredError& e) { // what is missing may be there, misspelt
    return app.remaining(true).empty() ? print_exit(app, e) : report_extra_words(app);
  } catch (const CLI::ParseError& e) {
    return print_exit(app, e);
  }
  if (help) // prints the help of nova, since CLI11 would print that of the command `help`
    return std::fputs(app.get_formatter()->make_help(&app, "nova", CLI::AppFormatMode::Normal).c_str(),
                      stdout),
           0;
  if (version) a.command = Arguments::Version;
  if (app.count("-e")) {
    if (a.command != Arguments::Prompt) return std::fprintf(stderr, "nova: -e stands without a command\n"), 2;
    a.command = Arguments::Eval, a.operand = expression, a.text = true;
  }
  a.session_words = words_of(common);
  if (!understand(raw, a)) return 2;
  if (const char* wrong = misused(a)) return std::fprintf(stderr, "nova: %s\n", wrong), 2;
  if (a.prompt.stay) a.command = Arguments::Prompt;
  return {};
}

std::optional<int> parse_kernel_arguments(int argc, char** argv, Arguments& a) {
  CLI::App app{"Nova in a notebook, as Jupyter starts it: `nova kernel install` tells Jupyter of it",
               "nova-kernel"};
  Raw raw;
  add_common_options(app, a, raw);
  app.add_option("-f", a.operand, "The file that tells where to listen")->required();
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    return print_exit(app, e);
  }
  return understand(raw, a) ? std::nullopt : std::optional(2);
}

} // namespace nova
