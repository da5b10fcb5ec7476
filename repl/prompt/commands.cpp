// The table of the prompt's commands, and most of their functions. A command may be abbreviated: the typed letters
// stand for the first command in the table that starts with them.
#include "frontend/source/big_stack.hpp"
#include "frontend/source/spelling.hpp"
#include "frontend/source/utf8.hpp"
#include "repl/derive/derive.hpp"
#include "repl/editor/terminal.hpp"
#include "repl/help/doctor.hpp"
#include "repl/help/documentation.hpp"
#include "repl/help/explain.hpp"
#include "repl/prompt/loaded_inputs.hpp"
#include "repl/prompt/prompt.hpp"
#include "repl/session/stale_uses.hpp"
#include "repl/session/status.hpp"
#include "runtime/ranks/ranks.hpp"
#include <algorithm>
#include <cctype>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <set>
#include <sstream>

namespace nova {
namespace {

using Clock = std::chrono::steady_clock;

double milliseconds(Clock::duration d) { return std::chrono::duration<double, std::milli>(d).count(); }

void say_usage(Prompt& p, const Command& c) {
  p.say(usage(c, p.page ? p.columns() : editor::terminal_size().columns));
}

void type_command(Prompt& p, const std::string& argument) {
  if (!p.results.define_mentioned(p.session, argument)) return void(p.session.reports().flush());
  if (auto type = p.session.type_of(argument, p.place)) p.say(argument + " : " + *type + "\n");
}

void explain_command(Prompt& p, const std::string& argument);

void doc_command(Prompt& p, const std::string& argument) {
  if (auto doc = p.documentation(argument))
    p.say_words(*doc);
  else if (const Command* c = argument.starts_with(":") ? find_command(argument.substr(1)) : nullptr)
    say_usage(p, *c);
  else if (find_diagnostic(argument))
    explain_command(p, argument);
  else
    p.complain_of_name(argument);
}

/// Sets each input that a loaded program declares to the value of the session's definition of the same name. For
/// this, replaces `file` by a changed program. If an input has no such definition, reports an error and returns
/// false.
bool give_inputs(Prompt& p, const std::string& path, FileId& file) {
  std::optional<LoadedInputs> inputs;
  run_on_big_stack([&] { inputs = loaded_inputs(std::string(p.session.frontend().sources.text(file))); });
  if (!inputs) return true;
  for (const std::string& name : inputs->names) {
    if (documentation_of(p.session.frontend(), name)) continue;
    p.session.frontend()
        .diagnostics.report("E0705", {}, {name})
        .help("define " + name + " before: it is taken at the declared type; or nova run " + path +
              " --input " + name + "=..");
    return p.session.reports().flush();
  }
  file = p.session.add_text(path, inputs->text);
  return true;
}

void load_file(Prompt& p, const std::string& path) {
  auto file = p.session.load_file(path);
  if (!file) return void(p.session.reports().flush());
  p.texts.loaded = path;
  if (give_inputs(p, path, *file)) p.run(*file, OnError::Stop);
}

void reload_command(Prompt& p, const std::string&) {
  p.texts.loaded.empty() ? p.complain("E0714", {}) : load_file(p, std::string(p.texts.loaded));
}

constexpr std::string_view saved_session = "; A session at Nova's prompt: nova run does it again.";

/// Whether `path` is an existing file that `:save` did not write, so that `:save` must not replace it.
bool is_another_file(const std::string& path) {
  std::error_code ec;
  if (!std::filesystem::is_regular_file(path, ec)) return false;
  std::ifstream in(path, std::ios::binary);
  std::string first;
  std::getline(in, first);
  return first != saved_session;
}

/// Returns the names of the C texts in files, and of the libraries, that the session's own forms name by relative paths.
std::set<std::string> foreign_files(Session& session) {
  std::set<std::string> files;
  for (const Global& g : session.frontend().program.globals) {
    if (!g.foreign || g.failed || !session.names().is_own(g.foreign_text.file)) continue;
    const std::string_view literal = session.frontend().sources.text(g.foreign_text);
    const bool is_library = g.foreign->in_library && literal.find('/') != literal.npos;
    const std::string file(is_library ? literal.substr(1, literal.size() - 2) : g.foreign->path);
    if (!file.empty() && file[0] != '/') files.insert(file);
  }
  return files;
}

/// If a script is saved in another folder, where it would look for files of foreign functions, tells that.
void tell_foreign_files(Prompt& p, const std::string& script) {
  std::error_code ignored;
  const std::filesystem::path folder = std::filesystem::path(script).parent_path();
  if (folder.empty() || std::filesystem::equivalent(folder, ".", ignored)) return;
  std::string names;
  for (const std::string& file : foreign_files(p.session)) names += (names.empty() ? "" : ", ") + file;
  if (!names.empty())
    p.say("it looks for " + names + " from " + folder.string() + " on, and they are not copied\n");
}

void save_command(Prompt& p, const std::string& argument) {
  if (is_another_file(argument))
    return p.complain("E0506", {argument, "it is there, and is no saved session"});
  if (p.write_file(argument, std::string(saved_session) + "\n" + p.log.script()))
    p.say("saved: " + count(p.log.size(), "form") + "\n"), tell_foreign_files(p, argument);
}

void say_milliseconds(Prompt& p, double ms, const char* end) {
  char text[64];
  std::snprintf(text, sizeof text, "%.3f ms%s", ms, end);
  p.say(text);
}

/// Returns text that says how much of a run's time was compiling and checking, which a second run does not need.
std::string told_of(const TierManager::Prepared& once) {
  constexpr double worth_telling = 0.1; // the least time that is shown, in ms
  std::string text;
  const auto add = [&](double ms, std::string_view what) {
    if (ms >= worth_telling)
      text += fmt::format("{}{:.1f} {}", text.empty() ? ", of which " : " and ", ms, what);
  };
  add(once.compiling, "compiling"), add(once.checking, "checking");
  return text + "\n";
}

void time_command(Prompt& p, const std::string& argument) {
  TierManager* const tiers = p.session.tiers().manager();
  if (tiers) tiers->take_prepared();
  const auto start = Clock::now();
  p.run_text(argument);
  const double took = milliseconds(Clock::now() - start);
  say_milliseconds(p, took, (tiers ? told_of(tiers->take_prepared()) : "\n").c_str());
}

/// Turns the recording of verdicts on again when it is destroyed. The recording is off during the repeated runs of a
/// form.
struct Once {
  Session& session;
  ~Once() { session.tiers().hold_verdicts(false); }
};

/// Runs the forms repeatedly: at least ten times and for at least one second, but no longer than ten seconds. Forms
/// that do IO run once. Prints the least, median and greatest time, and the time of the first run.
void bench_command(Prompt& p, const std::string& argument) {
  constexpr auto enough = std::chrono::seconds(1), most = std::chrono::seconds(10);
  p.texts.ran = p.session.type_text(p.place, argument);
  if (!p.results.define_mentioned(p.session, argument)) return void(p.session.reports().flush());
  bool io = false;
  const auto note = [&](const Outcome& o) {
    io |= o.top->value && does_io(p.session.frontend(), *o.top->value);
  };
  const Status status(p.output, p.session);
  const Once once{p.session};
  std::vector<double> times;
  const auto start = Clock::now();
  Ranks* const ranks = p.session.options().ranks; // all of them run it as often as rank 0 does
  const auto goes_on = [&] {
    const auto took = Clock::now() - start;
    return took < enough || (times.size() < 10 && took < most);
  };
  const auto again = [&] { return ranks ? ranks->number_of_first(goes_on, {}) != 0 : goes_on(); };
  do {
    const auto begin = Clock::now();
    if (!p.session.run_forms(p.texts.ran, note)) return;
    times.push_back(milliseconds(Clock::now() - begin));
    p.session.tiers().hold_verdicts(true);
  } while (!io && again());
  const double first = times[0];
  if (io) return say_milliseconds(p, first, ", run once: it does IO\n");
  std::ranges::sort(times);
  char text[160];
  std::snprintf(text, sizeof text,
                "%.3f ms the least, %.3f ms the median, %.3f ms the most, %.3f ms the first; %zu runs\n",
                times[0], times[times.size() / 2], times.back(), first, times.size());
  p.say(text);
}

void tiers_command(Prompt& p, const std::string&) {
  p.say(p.session.tiers().manager()
            ? p.session.tiers().manager()->report()
            : "interpreted, as all is in the tier interp (:set tier auto for another)\n");
}

/// Returns the message for a `:dump` of plans that printed nothing. `told` is the tiers' report on the form.
std::string nothing_dumped(const Dumps& wanted, std::string_view told) {
  if (told.starts_with("interpreted: ")) // there was no array expression
    return "nothing there is compiled: no array expression ran, and no recursion for long\n";
  return wanted.passes.empty() ? std::string(told) : "the pass changes nothing there\n";
}

/// Whether the argument of `:dump` has a form or a known name where a phase is expected, as in `:dump (sum xs)` or
/// `:dump xs`.
bool lacks_phase(Prompt& p, const std::string& argument) {
  const bool word = std::isalpha(static_cast<unsigned char>(argument[0])) != 0;
  if (!word || argument.find(' ') != std::string::npos) return !word;
  return std::ranges::find(p.names.all(), argument, &NameInSight::name) != p.names.all().end();
}

void complain_of_dump(Prompt& p, const std::string& argument, const char* lacks, const std::string& line) {
  p.session.frontend()
      .diagnostics.report("E0707", {}, {shorten(argument), lacks})
      .help("write " + line)
      .help("the phases are " + phase_names() + "; :dump and Tab lists the passes too");
  p.session.reports().flush();
}

void dump_command(Prompt& p, const std::string& argument) {
  const size_t end = argument.find(' ');
  const std::string name = argument.substr(0, end);
  Dumps wanted;
  if (!wanted.add(name)) {
    if (lacks_phase(p, argument)) return complain_of_dump(p, argument, "phase", ":dump fused " + argument);
    const std::vector<editor::Candidate> words = dump_words();
    std::vector<std::string_view> known;
    for (const editor::Candidate& c : words) known.push_back(c.text);
    return p.complain_near("E0710", {name, dump_names()}, name, known);
  }
  if (end == std::string::npos)
    return complain_of_dump(p, argument, "form", ":dump " + name + " (map (+ 1) [1 2 3])");
  const size_t before = p.session.tiers().dumped();
  p.session.tiers().set_dump(wanted);
  const bool ran = p.run_text(argument.substr(end + 1));
  p.session.tiers().set_dump({});
  if (ran && wanted.plans() && p.session.tiers().dumped() == before)
    p.say(nothing_dumped(wanted, p.session.tiers().why(p.texts.ran)));
}

void explain_command(Prompt& p, const std::string& argument) {
  const Explanation e = explain(argument, p.columns());
  e.known ? p.say(e.text) : p.note(e.text);
  p.failed |= !e.known;
}

void doctor_command(Prompt& p, const std::string&) { doctor(p.session.options(), p.session.options().out); }

void quit_command(Prompt& p, const std::string&) { p.quit = true; }

void verdicts_command(Prompt& p, const std::string& argument) {
  constexpr size_t most = 20;
  if (!argument.empty() && argument != "all") return say_usage(p, *find_command("verdicts"));
  p.say(p.session.tiers().verdicts(argument.empty() ? most : SIZE_MAX));
}

void report_unknown(Prompt& p, const std::string& name);
std::vector<std::string_view> command_words();

/// Prints the help on a command, which may be given with or without its colon, or on a name. Without an argument,
/// prints the help on all commands.
void help_command(Prompt& p, const std::string& argument) {
  const std::string name = argument.substr(argument.starts_with(":"));
  if (const Command* c = find_command(name)) return say_usage(p, *c);
  if (const auto doc = name.empty() ? std::nullopt : documentation_of(p.session.frontend(), name))
    return p.say_words(*doc);
  const bool command = argument.starts_with(":") || nearest_name(name, command_words()).has_value();
  if (!name.empty()) return command ? report_unknown(p, name) : p.complain_of_name(name);
  p.say(p.page ? "A cell holds forms and, each at a line's begin, commands."
               : "Type a form; it runs when its last bracket is closed.");
  p.say(" `it` is the last result, it1 it2 it3 are those before it.\n"
        "Commands (a beginning is enough):\n");
  for (const Command& c : prompt_commands())
    if (!p.page || !c.keys) say_usage(p, c);
}

constexpr bool also_alone = true, needs_keys = true;

constexpr Command table[] = {
    {"type", "EXPR", "the type of an expression, without running it", Takes::Form, type_command},
    {"info", "NAME", "what a name is: its type, what it does, where it stands", Takes::Name, info_command},
    {"doc", "NAME", "what a name means", Takes::Name, doc_command},
    {"apropos", "WORD", "the names in sight that have to do with a word", Takes::Text, apropos_command},
    {"search", "TYPE", "the names whose type fits, as vector 'a -> int", Takes::Text, search_command, false,
     3},
    {"source", "NAME", "the text of a definition", Takes::Name, source_command, false, 2},
    {"browse", "[MODULE]", "the session's definitions, a module's, or the prelude's", Takes::Text,
     browse_command, also_alone, 3},
    {"vars", "", "the session's values", Takes::Nothing, vars_command},
    {"load", "FILE", "run a file's forms here", Takes::Path, load_file},
    {"reload", "", "run the file's forms again", Takes::Nothing, reload_command},
    {"save", "FILE", "write what has run as a script that does it again", Takes::Path, save_command, false,
     2},
    {"watch", "FILE", "run a file's forms here, again whenever it changes", Takes::Path, watch_command, false,
     2, needs_keys},
    {"edit", "[FILE]", "change a file, or the last input, in $EDITOR and run it", Takes::Path, edit_command,
     also_alone, 2, needs_keys},
    {"time", "FORM", "run a form and tell how long it took", Takes::Form, time_command},
    {"bench", "FORM", "run a form again and again and tell how long it takes", Takes::Form, bench_command,
     false, 2},
    {"set", "[NAME VALUE]", "change a setting, or list them", Takes::Setting, set_command, also_alone, 2},
    {"tiers", "", "what the tiers have done so far", Takes::Nothing, tiers_command},
    {"why", "[FORM]",
     "run a form and tell which tier ran its array expressions, and why (> x.svg, > x.html: drawn); alone: "
     "of what ran last",
     Takes::Drawn, why_command, also_alone},
    {"dump", "PHASE FORM",
     "print a form as datum, expr, types, core, plan, fused, c, cuda, ptx, or before and after a pass",
     Takes::Phase, dump_command},
    {"derive", "FORM", "run a form and draw the derivation of its value, or with --typing of its type",
     Takes::Drawn, derive_command},
    {"step", "FORM", "run a form and walk through its evaluation, forward and back", Takes::Form,
     step_command, false, 2, needs_keys},
    {"profile", "FORM",
     "run a form and tell the time and memory of each form in it (--folded FILE, --svg FILE: as stacks, "
     "as a flame graph)",
     Takes::Form, profile_command, false, 2},
    {"break", "[NAME]",
     "open the stepper where a function is called (off NAME: no more); alone: the functions with "
     "breakpoints",
     Takes::Name, break_command, also_alone, 3, needs_keys},
    {"explain", "CODE", "the story of a diagnostic, as E0203", Takes::Code, explain_command},
    {"plot", "EXPR", "draw a vector of numbers, or of pairs of them (> x.svg: into a file)", Takes::Drawn,
     plot_command},
    {"show", "EXPR",
     "show a value as a table, an image, or with what its numbers are like (> x.png: into a file)",
     Takes::Drawn, show_command, false, 3},
    {"shell", "COMMAND", "run a command of the system", Takes::Text, shell_command, false, 3, needs_keys},
    {"copy", "[EXPR]", "put a value's text into the clipboard; alone: the last one's", Takes::Form,
     copy_command, also_alone, 1, needs_keys},
    {"cd", "[FOLDER]", "change the folder from which paths begin", Takes::Path, cd_command, also_alone, 1,
     needs_keys},
    {"pwd", "", "the folder from which paths begin", Takes::Nothing, pwd_command, false, 2},
    {"verdicts", "[all]", "how far the last values, or all so far, are known to be right", Takes::Text,
     verdicts_command, also_alone},
    {"ranks", "[N]",
     "run what is typed by N processes together, off: by this one; alone: what they have done", Takes::Text,
     ranks_command, also_alone, 2, needs_keys},
    {"doctor", "", "what is installed, which tiers are possible", Takes::Nothing, doctor_command},
    {"quit", "", "leave (as does Ctrl-D)", Takes::Nothing, quit_command, false, 1, needs_keys},
    {"help", "[COMMAND]", "this list", Takes::Text, help_command, also_alone},
};

std::vector<std::string_view> command_words() {
  std::vector<std::string_view> names;
  for (const Command& c : prompt_commands()) names.push_back(c.name);
  return names;
}

/// Commands of other systems' prompts, each with a hint on what Nova has instead.
constexpr std::pair<std::string_view, std::string_view> others[] = {
    {"!", ":shell COMMAND runs a command of the system"},
    {"?", ":help lists the commands, :doc NAME tells about a name"},
    {"bye", ":quit leaves"},
    {"clear", "Ctrl-L clears the screen"},
    {"device", ":doctor tells which GPUs there are, :set tier cuda uses one"},
    {"exit", ":quit leaves"},
    {"gpu", ":doctor tells which GPUs there are, :set tier cuda uses one"},
    {"history", "Up and ^R go through what was typed, :save FILE writes it"},
    {"kind", ":type EXPR tells a type, :info NAME what a name is"},
    {"module", "(import name) brings a module's names, :browse NAME lists them"},
    {"q!", ":quit leaves"},
    {"run", ":load FILE runs a file here"},
    {"wq", ":quit leaves, :save FILE writes the session"},
};

void report_unknown(Prompt& p, const std::string& name) {
  const auto other = std::ranges::find(others, name, &std::pair<std::string_view, std::string_view>::first);
  if (other != std::end(others)) {
    p.session.frontend().diagnostics.report("E0702", {}, {":" + name}).help(std::string(other->second));
    return void(p.session.reports().flush());
  }
  std::string several;
  for (const Command& c : prompt_commands())
    if (c.name.starts_with(name)) several += (several.empty() ? "it may be :" : ", :") + std::string(c.name);
  if (!several.empty()) {
    p.session.frontend().diagnostics.report("E0702", {}, {":" + name}).help(several);
    return void(p.session.reports().flush());
  }
  p.complain_near("E0702", {":" + name}, name, command_words(), ":");
}

/// Reports that a command needs a terminal and is not available in a notebook.
void report_elsewhere(Prompt& p, const Command& c) {
  p.session.frontend()
      .diagnostics.report("E0702", {}, {":" + std::string(c.name) + " in a notebook"})
      .help(c.run == ranks_command ? "notebooks have no ranks: a cell runs in the kernel's process; nova "
                                     "--ranks N is a prompt that has some"
                                   : "the prompt on a terminal has it; :help lists the commands of a cell");
  p.session.reports().flush();
}

/// Reports that a command does not go with ranks: it waits for keys while forms run.
void report_with_ranks(Prompt& p, const Command& c) {
  p.session.frontend()
      .diagnostics.report("E0702", {}, {":" + std::string(c.name) + " with several ranks"})
      .help(":ranks off ends the other ranks");
  p.session.reports().flush();
}

/// Reports an argument of a command that takes none, as in `:vars x` or `:tier cuda`.
void report_argument(Prompt& p, const Command& c, const std::string& name, const std::string& argument) {
  Diagnostic& d =
      p.session.frontend().diagnostics.report("E0716", {}, {":" + std::string(c.name), shorten(argument)});
  const std::vector<editor::Candidate> all = settings();
  if (std::ranges::find(all, name, &editor::Candidate::text) != all.end())
    d.help("a setting is changed by :set " + name + " " + argument);
  p.session.reports().flush();
}

} // namespace

void load_command(Prompt& p, const std::string& path) { p.run_piece(":load " + path); }

std::span<const Command> prompt_commands() { return table; }

std::string usage(const Command& c, size_t columns) {
  char head[64];
  std::snprintf(head, sizeof head, "  :%-8s %-12s", std::string(c.name).c_str(),
                std::string(c.argument).c_str());
  const size_t indent = std::string_view(head).size();
  std::string text = head;
  std::istringstream words{std::string(c.help)};
  size_t used = indent;
  for (std::string word; words >> word; used += word.size() + 1) {
    if (used + 1 + word.size() >= columns && used > indent)
      text += "\n" + std::string(indent, ' '), used = indent;
    text += " " + word;
  }
  return text + "\n";
}

namespace {
constexpr CommandOption options[] = {
    {"profile", "--folded", "FILE: write stacks for other programs", true},
    {"profile", "--svg", "FILE: draw a flame graph", true},
    {"derive", "--typing", "the derivation of its type"},
    {"derive", "--html", "as a page"},
    {"derive", "--latex", "as a page of LaTeX"},
    {"derive", "--prelude", "with the steps in functions of the prelude"},
    {"break", "off", "[NAME]: no breakpoint there any more, or none at all"},
    {"ranks", "off", "this process alone again"},
    {"verdicts", "all", "all of them, not the last 20"},
};
} // namespace

const CommandOption* find_option(const Command& c, std::string_view word) {
  const auto it = std::ranges::find_if(
      options, [&](const CommandOption& o) { return o.command == c.name && o.word == word; });
  return it == std::end(options) ? nullptr : it;
}

std::vector<editor::Candidate> options_of(const Command& c) {
  std::vector<editor::Candidate> out;
  for (const CommandOption& o : options)
    if (o.command == c.name) out.push_back({std::string(o.word), std::string(o.help)});
  return out;
}

const Command* find_command(std::string_view name) {
  const auto means = [&](const Command& c) { return c.name.starts_with(name) && name.size() >= c.least; };
  const auto it = std::ranges::find_if(table, means);
  return name.empty() || it == std::end(table) ? nullptr : it;
}

namespace {

std::string_view without_quotes(std::string_view argument) {
  const bool quoted = argument.size() > 2 && argument.front() == '"' && argument.back() == '"';
  return quoted ? argument.substr(1, argument.size() - 2) : argument;
}

/// Returns the path in a command's argument, which may be written as `f.nv`, `"f.nv"`, `> f.nv` or `~/f.nv`.
std::string path_of(std::string_view argument) {
  if (argument.starts_with('>'))
    argument.remove_prefix(std::min(argument.find_first_not_of("> "), argument.size()));
  argument = without_quotes(argument);
  const char* const home = std::getenv("HOME");
  const bool at_home = home && (argument == "~" || argument.starts_with("~/"));
  return at_home ? home + std::string(argument.substr(1)) : std::string(argument);
}

} // namespace

/// Whether a command prints what is known, which may be long, and runs nothing.
static bool is_listing(const Command& c) {
  constexpr std::string_view all[] = {"info", "doc",   "apropos", "search",   "source", "browse",
                                      "vars", "tiers", "explain", "verdicts", "help"};
  return std::ranges::find(all, c.name) != std::end(all);
}

void run_command(Prompt& p, const std::string& line) {
  const size_t name_end = std::min(line.find_first_of(" \n"), line.size());
  const size_t begin = std::min(line.find_first_not_of(" \n", name_end), line.size());
  const size_t end = line.find_last_not_of(" \n") + 1;
  const std::string name = line.substr(1, name_end - 1);
  std::string argument = line.substr(begin, std::max(begin, end) - begin);
  const Command* c = find_command(name);
  if (!c) return report_unknown(p, name);
  if (is_listing(*c)) argument = without_quotes(argument); // :search "vector int"
  if (p.page && c->keys) return report_elsewhere(p, *c);
  if (p.has_ranks() && (c->run == step_command || c->run == break_command)) return report_with_ranks(p, *c);
  if (!c->argument.empty() && argument.empty() && !c->alone) return say_usage(p, *c);
  if (c->takes == Takes::Nothing && !argument.empty()) return report_argument(p, *c, name, argument);
  if (is_listing(*c)) {
    p.collected.emplace();
    try {
      c->run(p, argument);
    } catch (...) {
      p.say_collected();
      throw;
    }
    return p.say_collected();
  }
  if (!takes_form(c->takes) && c->takes != Takes::Phase)
    return c->run(p, c->takes == Takes::Path ? path_of(argument) : argument);
  const std::optional<std::string> file = aimed_at(argument);
  if (file && c->takes != Takes::Drawn)
    return p.complain("E0717", {*file, ":" + std::string(c->name), "no file"});
  if (file && argument.starts_with('>')) return say_usage(p, *c);
  c->run(p, argument);
}

} // namespace nova
