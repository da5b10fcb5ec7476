// The first prompt: lines are gathered until every bracket is closed, results print with their types, an error keeps
// the session. Commands start with a colon and live in one table.
#include "frontend/big_stack.hpp"
#include "repl/derive.hpp"
#include "repl/editor/asker.hpp"
#include <algorithm>
#include <chrono>
#include <cstdio>

namespace nova {

namespace {

struct Prompt {
  Session& session;
  bool quit = false;
  FileId last_text{}; ///< what ran last
  std::vector<std::string> history{};
};

struct Command {
  std::string_view name, argument, help;
  void (*run)(Prompt&, const std::string& argument);
};

std::span<const Command> commands();

void say(const std::string& text) { std::fwrite(text.data(), 1, text.size(), stdout); }

void show_outcome(Prompt& p, const Outcome& o) {
  if (!o.value || o.value->tag() == Tag::Unit) return;
  const Frontend& f = p.session.frontend();
  say(p.session.print(o, true) + " : " + f.types.print(o.type, f.symbols) + "\n");
}

bool run_text(Prompt& p, const std::string& name, const std::string& text) {
  FileId file = p.last_text = p.session.add_text(name, text);
  return p.session.run_forms(file, [&](const Outcome& o) { show_outcome(p, o); });
}

void complain(Prompt& p, const char* code, std::vector<std::string> arguments) {
  p.session.frontend().diagnostics.report(code, {}, std::move(arguments));
  p.session.flush_diagnostics();
}

void type_command(Prompt& p, const std::string& argument) {
  if (auto type = p.session.type_of(argument)) say(argument + " : " + *type + "\n");
}

void doc_command(Prompt& p, const std::string& argument) {
  if (auto doc = p.session.documentation(argument)) say(*doc);
  else
    complain(p, "E0703", {argument});
}

void load_command(Prompt& p, const std::string& argument) {
  auto file = p.session.load_file(argument);
  if (!file) return void(p.session.flush_diagnostics());
  p.session.run_forms(*file, [&](const Outcome& o) { show_outcome(p, o); });
}

void time_command(Prompt& p, const std::string& argument) {
  auto start = std::chrono::steady_clock::now();
  run_text(p, "prompt", argument);
  std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
  std::printf("%.3f ms\n", took.count());
}

void dump_command(Prompt& p, const std::string& argument) {
  const size_t end = argument.find(' ');
  const std::string name = argument.substr(0, end);
  Dumps wanted;
  if (!wanted.add(name)) return complain(p, "E0710", {name, dump_names()});
  if (end == std::string::npos) return complain(p, "E0707", {argument});
  p.session.set_dump(std::move(wanted));
  run_text(p, "prompt", argument.substr(end + 1));
  p.session.set_dump({});
}

void why_command(Prompt& p, const std::string& argument) {
  if (run_text(p, "prompt", argument)) say(p.session.why(p.last_text));
}

void write(std::string_view text) {
  say(std::string(text));
  std::fflush(stdout); // others write past it
}

void derive_command(Prompt& p, const std::string& argument) {
  derive_forms(p.session, p.session.add_text("prompt", argument), write);
}

void step_command(Prompt& p, const std::string& argument) {
  step_forms(p.session, p.session.add_text("prompt", argument), write);
}

void verdicts_command(Prompt& p, const std::string&) { say(p.session.verdicts()); }

void doctor_command(Prompt& p, const std::string&) { doctor(p.session.options()); }

void quit_command(Prompt& p, const std::string&) { p.quit = true; }

void say_usage(const Command& c) {
  std::printf("  :%-8s %-12s %s\n", std::string(c.name).c_str(), std::string(c.argument).c_str(), std::string(c.help).c_str());
}

void help_command(Prompt&, const std::string&) {
  say("Type a form; it runs when its last bracket is closed. Commands (a beginning is enough):\n");
  for (const Command& c : commands()) say_usage(c);
}

constexpr Command table[] = {
    {"type", "EXPR", "the type of an expression, without running it", type_command},
    {"doc", "NAME", "what a name means", doc_command},
    {"load", "FILE", "run a file's forms here", load_command},
    {"time", "FORM", "run a form and tell how long it took", time_command},
    {"why", "FORM", "run a form and tell which tier ran its array expressions, and why", why_command},
    {"dump", "PHASE FORM",
     "print a form as datum, expr, types, core, plan, fused, c, cuda, ptx, or before and after a pass", dump_command},
    {"derive", "FORM", "run a form and draw the derivation of its value", derive_command},
    {"step", "FORM", "run a form and walk through its evaluation, forward and back", step_command},
    {"verdicts", "", "how far each value so far is known to be right", verdicts_command},
    {"doctor", "", "what is installed, which tiers are possible", doctor_command},
    {"quit", "", "leave (as does Ctrl-D)", quit_command},
    {"help", "", "this list", help_command},
};

std::span<const Command> commands() { return table; }

void run_command(Prompt& p, const std::string& line) {
  size_t space = std::min(line.find(' '), line.size());
  std::string name = line.substr(1, space - 1);
  std::string argument = space < line.size() ? line.substr(line.find_last_of(' ', space) + 1) : "";
  for (const Command& c : commands())
    if (!name.empty() && c.name.starts_with(name))
      return !c.argument.empty() && argument.empty() ? say_usage(c) : c.run(p, argument);
  complain(p, "E0702", {":" + name});
}

editor::Hooks hooks(Prompt& p) {
  return {[](std::string_view text) { return text.starts_with(":") || is_complete(text); },
          [](std::string_view, size_t) { return editor::Completions{}; }, [](std::string_view) { return false; },
          [&p]() -> const std::vector<std::string>& { return p.history; }};
}

} // namespace

int run_prompt(Session& session) {
  Prompt p{session};
  editor::Asker asker(hooks(p), session.options().colour);
  std::printf("Nova %s. :help lists the commands, Ctrl-D leaves.\n", NOVA_VERSION);
  while (!p.quit) {
    std::fflush(stdout);
    const std::optional<std::string> text = asker.ask();
    if (!text) break;
    if (text->find_first_not_of(" \t\n") == std::string::npos) continue;
    p.history.push_back(*text);
    if (text->starts_with(":")) run_command(p, *text);
    else run_text(p, "prompt", *text);
  }
  return 0;
}

} // namespace nova
