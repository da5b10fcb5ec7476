// The ranks of a prompt: `:ranks`, what is handed to the workers, and what a worker does.
#include "frontend/source/utf8.hpp"
#include "repl/prompt/prompt.hpp"
#include "repl/prompt/run_prompt.hpp"
#include "repl/ranks/crew.hpp"
#include "runtime/fault.hpp"
#include <algorithm>
#include <charconv>
#include <memory>

namespace nova {
namespace {

/// Whether all ranks run a piece of input. So do they with forms, and with commands that run forms or change what later
/// forms mean.
bool is_for_all(std::string_view piece) {
  if (!piece.starts_with(":")) return true;
  constexpr std::string_view all[] = {"type", "browse", "load",    "reload", "time", "bench", "set", "why",
                                      "dump", "derive", "profile", "plot",   "show", "copy",  "cd"};
  const Command* const c = find_command(piece.substr(1, piece.find_first_of(" \n") - 1));
  return c && std::ranges::find(all, c->name) != std::end(all);
}

} // namespace

bool Prompt::is_worker() const {
  const Ranks* const ranks = session.options().ranks;
  return ranks && !ranks->is_first();
}

bool Prompt::is_silent() const { return is_worker() || (crew && crew->repeats); }

bool Prompt::has_ranks() const { return crew && crew->ranks(); }

/// Tells if the prompt's job has ended.
static void tell_end(Prompt& p) {
  if (p.crew->is_over()) p.note("the job is over, this process goes on alone; :ranks N starts another one\n");
}

/// Reports that the prompt's ranks can't run something together.
static void report_lost(Session& session, const Fault& fault) {
  session.frontend()
      .diagnostics.report(fault.code, {}, fault.args)
      .help("this process goes on alone; :ranks N starts others");
  session.reports().flush();
}

/// A poll that ends a wait at Ctrl-C.
static Network::Poll at_interrupt(Session& session) {
  return [&session] {
    if (session.forget_interrupt()) fail("E0603");
  };
}

HandedOn::HandedOn(Prompt& p, const std::string& piece) : p_(p) {
  const bool runs_already = p.session.options().ranks != nullptr;
  if (!p.has_ranks() || runs_already || !is_for_all(piece)) return;
  try {
    p.crew->hand_on({p.place, piece}, p.log.size(), at_interrupt(p.session));
    run_by(p.session, p.crew->ranks());
    is_shared_ = true;
  } catch (const Fault& fault) {
    report_lost(p.session, fault);
  }
}

HandedOn::~HandedOn() {
  if (!is_shared_) return;
  run_by(p_.session, nullptr);
  tell_end(p_);
}

namespace {

/// What a session writes while it repeats another one's forms: nothing is shown, but errors are kept.
struct Repeated {
  bool is_on = true;
  std::string errors{};
};

/// Returns the options of a session that first repeats another one's forms, as rank 0 of a job.
SessionOptions options_to_repeat(const Prompt& p, const std::shared_ptr<Repeated>& repeated) {
  SessionOptions o = p.session.options();
  p.crew->prepare(o);
  o.out = [repeated, out = o.out](std::string_view text) {
    if (!repeated->is_on) out(text);
  };
  o.err = [repeated, err = o.err](std::string_view text) {
    repeated->is_on ? void(repeated->errors += text) : err(text);
  };
  return o;
}

/// Runs again, by all ranks, what has run at the prompt `p`. Returns whether all of it ran.
bool repeat_forms(const Prompt& p, Prompt& again) {
  for (const std::string& line : settings_of_runs(p)) again.run_piece(line);
  for (size_t k = 0; k < p.log.size(); ++k) {
    const SessionLog::Origin from = p.log.origin(k); // messages name it again
    again.place = from.place;
    again.run_piece(std::string(from.at.line - 1, '\n') + std::string(from.at.column - 1, ' ') +
                    std::string(p.log.text(k)));
    if (again.log.size() != k + 1 || !again.has_ranks()) return false;
  }
  again.place = p.place;
  return true;
}

/// Starts a job of `ranks` ranks for the prompt. Returns why that can't be, or "".
std::string start_job(Prompt& p, uint32_t ranks) {
  try {
    return p.crew->start(ranks, at_interrupt(p.session));
  } catch (const Fault&) {
    return "interrupted";
  }
}

/// Gives the prompt a session that all ranks of a new job have from its beginning. Where not all that ran before runs
/// again in it, ends the job, and the prompt keeps the session that it has. Returns the errors of such a run.
std::string move_to_job(Prompt& p) {
  const auto repeated = std::make_shared<Repeated>();
  auto session = std::make_unique<Session>(options_to_repeat(p, repeated));
  session->files().allow_read(".");
  p.crew->interrupts(*session), p.crew->repeats = true;
  Prompt again = p.like(*session);
  const bool good = repeat_forms(p, again);
  p.crew->repeats = repeated->is_on = false;
  if (!good) {
    p.crew->interrupts(p.session), p.crew->end();
    return repeated->errors + "not all that has run here runs again, so this process goes on alone\n";
  }
  p.become(std::move(again));
  p.crew->seat(std::move(session));
  return "";
}

} // namespace

void ranks_command(Prompt& p, const std::string& argument) {
  if (p.crew) tell_end(p);
  if (!p.crew || argument.empty()) return p.say(p.crew ? p.crew->about() : "this prompt has no ranks\n");
  uint32_t ranks = argument == "off" ? 1 : 0;
  const auto [end, error] = std::from_chars(argument.data(), argument.data() + argument.size(), ranks);
  if (ranks == 0 || (argument != "off" && *end != 0))
    return p.complain("E0722", {shorten(argument), "`:ranks` takes a number from 1 on, or off"});
  p.crew->end();
  const std::string why = ranks == 1 ? "" : start_job(p, ranks);
  if (!why.empty()) return p.complain("E0722", {std::to_string(ranks), why}), p.note(p.crew->said_besides());
  if (ranks > 1) p.note(move_to_job(p));
  p.say(p.crew->what_runs());
}

namespace {

int run_program(Session& session, const PromptInput& program) {
  return session.run_program(session.add_text(program.place, program.text), {}, {});
}

} // namespace

int run_program_by_ranks(Session& session, Crew& crew, const std::string& text) {
  const PromptInput program{"<stdin>", text, true};
  try {
    crew.hand_on(program, 0, at_interrupt(session));
  } catch (const Fault& fault) {
    session.frontend().diagnostics.report(fault.code, {}, fault.args);
    return session.reports().flush(), 1;
  }
  run_by(session, crew.ranks());
  const int status = run_program(session, program);
  run_by(session, nullptr);
  return status;
}

bool work_for_prompt(Session& session, Ranks& ranks) {
  session.files().allow_read(".");
  run_by(session, &ranks);
  Prompt p{session, nullptr};
  p.types = false;
  try {
    while (const std::optional<PromptInput> input = next_input(ranks, p.log.size())) {
      p.place = input->place;
      input->is_program ? void(run_program(session, *input)) : p.run_here(input->text);
      session.set_timeout({}); // the prompt has one, and calls
    }
    return true;
  } catch (const Fault&) { // the ranks have lost each other; the prompt tells
    return false;
  }
}

} // namespace nova
