#include "repl/derive/step.hpp"
#include "interp/derivation.hpp"
#include "repl/derive/derive.hpp"
#include "repl/derive/term.hpp"
#include "repl/editor/terminal.hpp"
#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdio>
#include <fmt/format.h>
#include <unistd.h>
#include <utility>

namespace nova {

/// A command of the stepper: it moves to another position (`move`), or returns a text (`tell`).
struct Stepper::Command {
  std::string_view name, key, help;
  Place (Stepper::*move)(Place) const;
  std::string (Stepper::*tell)() const;
};

const Stepper::Command Stepper::commands[] = {
    {"forward", "right, Enter", "one step on", &Stepper::forward, nullptr},
    {"back", "left", "one step back", &Stepper::back, nullptr},
    {"over", "down", "to what this judgement gives", &Stepper::over, nullptr},
    {"into", "i", "to its first premise", &Stepper::into, nullptr},
    {"up", "up", "out: to what the judgement around it gives", &Stepper::out, nullptr},
    {"out", "u", "the same", &Stepper::out, nullptr},
    {"next", "n", "to the next call of a function with a breakpoint", &Stepper::next, nullptr},
    {"start", "Home", "to the start", &Stepper::start, nullptr},
    {"end", "End", "to the end", &Stepper::end, nullptr},
    {"where", "w", "the judgements around this one", nullptr, &Stepper::where},
    {"tree", "t", "its derivation", nullptr, &Stepper::tree},
    {"help", "h", "this list", nullptr, nullptr},
    {"quit", "q", "leave", nullptr, nullptr},
};

uint32_t Stepper::end_of(uint32_t judgement) const { return judgement + p_.judgements[judgement].size; }

uint32_t Stepper::last_premise(uint32_t judgement) const { return p_.premises(judgement).back(); }

Stepper::Place Stepper::forward(Place at) const {
  const Judgement& j = p_.judgements[at.judgement];
  if (!at.after) return j.size > 1 ? Place{at.judgement + 1} : Place{at.judgement, true};
  const uint32_t next = end_of(at.judgement);
  const auto all = static_cast<uint32_t>(p_.judgements.size());
  const uint32_t end = j.parent == Judgement::none ? all : end_of(j.parent);
  if (next < end) return {next};
  return j.parent == Judgement::none ? at : Place{j.parent, true};
}

Stepper::Place Stepper::back(Place at) const {
  const Judgement& j = p_.judgements[at.judgement];
  if (at.after) return j.size > 1 ? Place{last_premise(at.judgement), true} : Place{at.judgement};
  uint32_t before = Judgement::none; // the premise before this one
  for (uint32_t k : p_.premises(j.parent)) {
    if (k == at.judgement) break;
    before = k;
  }
  if (before != Judgement::none) return {before, true};
  return j.parent == Judgement::none ? at : Place{j.parent};
}

Stepper::Place Stepper::over(Place at) const { return at.after ? forward(at) : Place{at.judgement, true}; }

Stepper::Place Stepper::into(Place at) const { return forward(at); }

Stepper::Place Stepper::out(Place at) const {
  const uint32_t parent = p_.judgements[at.judgement].parent;
  return parent == Judgement::none ? Place{at.judgement, true} : Place{parent, true};
}

Stepper::Place Stepper::next(Place at) const {
  const auto stop = std::ranges::upper_bound(p_.stops, at.judgement);
  return stop == p_.stops.end() ? at : Place{*stop};
}

Stepper::Place Stepper::end(Place) const { return {p_.premises(Judgement::none).back(), true}; }

std::string Stepper::line(uint32_t judgement, bool after) const {
  Judgement j = p_.judgements[judgement];
  const std::string place = std::to_string(judgement + 1) + "/" + std::to_string(p_.judgements.size());
  std::string text = p_.judgement(j);
  if (!after) {
    j.end = Judgement::Unknown;
    text = p_.judgement(j);
    text.resize(text.rfind(p_.typing ? " :" : " =>"));
  }
  return place + (after ? " <- " : " -> ") + j.rule + "  " + text;
}

std::string Stepper::here() const {
  std::string out = line(at_.judgement, at_.after);
  const uint32_t s = p_.judgements[at_.judgement].environment;
  if (!at_.after && s != Judgement::none) out += "    " + p_.name(s) + " = " + cut_text(p_.whole(s), 200);
  return out + "\n";
}

/// Returns a line for each judgement on the path from the root to the current one.
std::string Stepper::where() const {
  std::string out;
  for (uint32_t k = at_.judgement; k != Judgement::none; k = p_.judgements[k].parent)
    out.insert(0, line(k, k == at_.judgement && at_.after) + "\n");
  return out;
}

std::string Stepper::tree() const {
  std::string out;
  write_text(
      p_, {4, 8}, [&](std::string_view text) { out += text; }, at_.judgement);
  return out;
}

std::string Stepper::help() {
  std::string out;
  for (const Command& c : commands) {
    std::string text = "  " + std::string(c.name);
    text.resize(12, ' ');
    text += c.key;
    text.resize(28, ' ');
    out += text + std::string(c.help) + "\n";
  }
  return out + "  NUMBER                    to the judgement of this number\n";
}

std::string Stepper::go(Place to) {
  if (to == at_ && at_ == start({})) return "this is the start\n";
  if (to == at_) return at_ == end({}) ? "this is the end\n" : "there is no such call behind this one\n";
  at_ = to;
  return here();
}

std::string Stepper::go_to(std::string_view number) {
  uint32_t k = 0;
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), k);
  const bool good = error == std::errc() && end == number.data() + number.size() && k > 0;
  if (!good || k > p_.judgements.size())
    return "the judgements' numbers are 1 to " + std::to_string(p_.judgements.size()) + "\n";
  at_ = {k - 1};
  return here();
}

std::optional<std::string> Stepper::command(std::string_view word) {
  if (word.starts_with(':')) word.remove_prefix(1); // `:q`, as at the prompt
  if (word.empty()) word = "forward";
  if (std::isdigit(static_cast<unsigned char>(word[0]))) return go_to(word);
  for (const Command& c : commands) {
    if (!c.name.starts_with(word)) continue;
    if (c.tell) return (this->*c.tell)();
    if (!c.move) return c.name == "quit" ? std::nullopt : std::optional(help());
    return go((this->*c.move)(at_));
  }
  return "there is no " + cut_text(std::string(word), 40) + "; help lists the words\n";
}

// ---- stepping by keys at a terminal, or by words from a pipe ----

namespace {

/// Returns the command word for a key.
std::string word_of(const editor::Key& key) {
  using editor::Key;
  switch (key.code) {
  case Key::Enter:
  case Key::Right: return "forward";
  case Key::Left:
  case Key::Backspace: return "back";
  case Key::Down: return "over";
  case Key::Up: return "out";
  case Key::Home: return "start";
  case Key::End: return "end";
  case Key::Escape: return "quit";
  case Key::Character: break;
  default: return "help";
  }
  if (key.ctrl) return key.text == "c" || key.text == "d" ? "quit" : "help";
  return key.text == " " ? "forward" : key.text == "?" ? "help" : key.text;
}

const std::string keys_hint = "(h lists the keys, q leaves)\n";

void write(std::string_view text) {
  editor::write_bytes(STDOUT_FILENO, editor::fit_for(STDOUT_FILENO, text));
}

/// Writes the text with \r\n at line ends, since a terminal in raw mode does not add the \r.
void write_raw(editor::Terminal& t, std::string_view text) {
  std::string out;
  for (char c : editor::fit_for(STDOUT_FILENO, text))
    out += c == '\n' ? std::string("\r\n") : std::string(1, c);
  t.write(out);
}

/// Waits for the next key. Returns nothing if the terminal is closed or interrupted.
std::optional<editor::Key> next_key(editor::Terminal& t, editor::KeyDecoder& keys) {
  for (;;) {
    if (std::optional<editor::Key> key = keys.next()) return key;
    std::string bytes;
    switch (t.wait(bytes, keys.waiting() ? std::optional(40) : std::nullopt)) {
    case editor::Terminal::Event::Bytes: keys.feed(bytes); break;
    case editor::Terminal::Event::Nothing:
      if (std::optional<editor::Key> key = keys.settle()) return key;
      break;
    case editor::Terminal::Event::Resized: break;
    case editor::Terminal::Event::Interrupt:
    case editor::Terminal::Event::Closed: return {};
    }
  }
}

void walk_by_keys(Stepper& stepper) {
  editor::Terminal t;
  editor::KeyDecoder keys;
  write_raw(t, keys_hint + stepper.here());
  std::string number; // digits typed so far; a key that is no digit ends the number
  while (const std::optional<editor::Key> key = next_key(t, keys)) {
    std::string word = word_of(*key);
    if (word.size() == 1 && std::isdigit(static_cast<unsigned char>(word[0]))) {
      number += word, write_raw(t, word);
      continue;
    }
    if (!number.empty()) word = std::exchange(number, {}), write_raw(t, "\n");
    const std::optional<std::string> told = stepper.command(word);
    if (!told) return;
    write_raw(t, *told);
  }
}

void walk_by_words(Stepper& stepper) {
  const std::string_view prompt = isatty(STDIN_FILENO) ? "step> " : "";
  write((isatty(STDIN_FILENO) ? keys_hint : "") + stepper.here());
  for (bool dropped = false; !dropped;) {
    write(prompt);
    std::optional<std::string> word = editor::read_plain_line(dropped);
    if (!word || dropped) return;
    while (!word->empty() && (word->back() == '\n' || word->back() == ' ')) word->pop_back();
    const std::optional<std::string> told = stepper.command(*word);
    if (!told) return;
    write(*told);
  }
}

} // namespace

namespace {

/// Walks through a proof from the first call of one of the functions on. Returns whether there is one.
bool walk_from_calls(Proof& p, std::span<const std::string> functions) {
  for (uint32_t k = 0; k < p.judgements.size(); ++k)
    if (std::ranges::find(functions, p.judgements[k].enters) != functions.end()) p.stops.push_back(k);
  if (p.stops.empty()) return false;
  write("`" + p.judgements[p.stops[0]].enters + "` is called, " + std::to_string(p.stops.size()) +
        (p.stops.size() == 1 ? " time" : " times") + " in all\n");
  return walk(p), true;
}

/// Tells of steps that were not recorded.
void tell_not_kept(const Derivation& d, bool walked, std::span<const std::string> functions) {
  if (d.not_kept() == 0) return;
  const std::string steps = "the first " + std::to_string(d.steps().size()) + " steps";
  write(walked
            ? "what came after " + steps + " was not recorded\n"
            : "`" + fmt::format("{}", fmt::join(functions, "`, `")) + "` was not called in " + steps +
                  ", and what came after them was not recorded: a smaller example can be walked through\n");
}

} // namespace

bool run_to_calls(Session& session, FileId file, const FormHooks& hooks, OnError on_error,
                  std::span<const std::string> functions) {
  constexpr size_t characters = 72;
  Derivation recorded;
  session.record(&recorded);
  const bool good = session.run_forms(file, hooks, on_error);
  std::fflush(stdout);
  Proof p = evaluation_proof(recorded, session, false, characters);
  const bool walked = !session.reports().was_interrupted() && walk_from_calls(p, functions);
  session.record(nullptr);
  tell_not_kept(recorded, walked, functions);
  return good;
}

void walk(const Proof& p) {
  if (p.judgements.empty()) return write("nothing was evaluated: a definition of a function is a value\n");
  Stepper stepper(p);
  if (editor::terminal_can_edit())
    walk_by_keys(stepper);
  else
    walk_by_words(stepper);
}

} // namespace nova
