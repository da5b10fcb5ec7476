// The ranks of a prompt: `:ranks`, what is handed to the workers, and what a worker does.
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

HandedOn::HandedOn(Prompt& p, const std::string& piece) : p_(p) {
  const bool runs_already = p.session.options().ranks != nullptr;
  if (!p.has_ranks() || runs_already || !is_for_all(piece)) return;
  try {
    p.crew->hand_on({p.place, piece}, p.log.size(), [&p] {
      if (p.session.forget_interrupt()) fail("E0603");
    });
    run_by(p.session, p.crew->ranks());
    is_shared_ = true;
  } catch (const Fault& fault) {
    p.session.frontend()
        .diagnostics.report(fault.code, {}, fault.args)
        .help("this process goes on alone; :ranks N starts others");
    p.session.reports().flush();
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
    again.run_piece(std::string(p.log.text(k)));
    if (again.log.size() != k + 1 || !again.has_ranks()) return false;
  }
  return true;
}

/// Starts a job of `ranks` ranks for the prompt. Returns why that can't be, or "".
std::string start_job(Prompt& p, uint32_t ranks) {
  try {
    return p.crew->start(ranks, [&p] {
      if (p.session.forget_interrupt()) fail("E0603");
    });
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
  if (argument == "off" || argument == "1") return p.crew->end();
  uint32_t ranks = 0;
  const auto [end, error] = std::from_chars(argument.data(), argument.data() + argument.size(), ranks);
  if (error != std::errc() || *end != 0 || ranks == 0) return run_command(p, ":help ranks");
  p.crew->end();
  if (const std::string why = start_job(p, ranks); !why.empty())
    return p.complain("E0722", {std::to_string(ranks), why});
  p.note(move_to_job(p));
}

bool work_for_prompt(Session& session, Ranks& ranks) {
  session.files().allow_read(".");
  run_by(session, &ranks);
  Prompt p{session, nullptr};
  p.types = false;
  try {
    while (const std::optional<PromptInput> input = next_input(ranks, p.log.size())) {
      p.place = input->place;
      p.run_here(input->text);
      session.set_timeout({}); // the prompt has one, and calls
    }
    return true;
  } catch (const Fault&) { // the ranks have lost each other; the prompt tells
    return false;
  }
}

} // namespace nova
