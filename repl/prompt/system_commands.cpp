// Commands that reach outside of the session: `:shell`, `:cd`, `:pwd`, `:edit`, `:watch`, `:copy`; and the pager.
#include "repl/editor/terminal.hpp"
#include "repl/prompt/prompt.hpp"
#include "repl/show/temporary_file.hpp"
#include "runtime/io/base64.hpp"
#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <thread>
#include <unistd.h>

namespace nova {
namespace {

namespace fs = std::filesystem;

/// Runs a command line of the shell and returns its status.
int run_in_shell(const std::string& line) {
  std::fflush(stdout);
  const int status = std::system(line.c_str());
  return status > 255 ? status >> 8 : status;
}

/// Returns a path as a word of the shell.
std::string quoted(const std::string& path) {
  std::string out = "'";
  for (const char c : path) out += c == '\'' ? "'\\''" : std::string(1, c);
  return out + "'";
}

/// Returns the user's editor as the shell takes it.
std::string editor_command() {
  for (const char* variable : {"VISUAL", "EDITOR"})
    if (const char* const value = std::getenv(variable); value && *value) return value;
  return "vi";
}

/// Opens a file in the user's editor. Returns false if the editor fails, which it says itself.
bool edit_file(Prompt& p, const std::string& path) {
  const int status = run_in_shell(editor_command() + " " + quoted(path));
  if (status != 0)
    p.say(editor_command() + " ended with status " + std::to_string(status) + ", so nothing runs\n");
  return status == 0;
}

/// Edits the last input, and runs what the editor has written.
void edit_last_input(Prompt& p) {
  const TemporaryFile draft(p.texts.ran ? p.session.frontend().sources.text(p.texts.ran) : "", ".nv");
  if (draft.path().empty()) return p.complain("E0501", {"a temporary file", "there is no room for one"});
  if (!edit_file(p, draft.path())) return;
  const std::string text = draft.text();
  p.say(text + (text.ends_with('\n') ? "" : "\n"));
  p.run_pieces(text);
}

bool is_string(const Value& v) {
  if (v.tag() != Tag::Vector) return false;
  const Array& a = v.array();
  return a.rank() == 1 && a.is_primitive() && a.element() == Element::Char;
}

/// Returns the command of the user's pager: $PAGER, else less if it is installed, else "".
std::string pager_command() {
  if (const char* const value = std::getenv("PAGER")) return value;
  return std::system("command -v less >/dev/null 2>&1") == 0 ? "less -R" : "";
}

/// Shows a text by a pager. Returns false if that fails. A file holds the text, since a pipe breaks where a pager is left
/// early.
bool show_by_pager(const std::string& pager, std::string_view text) {
  const TemporaryFile file(text);
  return !file.path().empty() && run_in_shell(pager + " < " + quoted(file.path())) == 0;
}

std::string absolute_folder() {
  std::error_code none;
  return fs::current_path(none).string();
}

} // namespace

void Prompt::say_collected() {
  if (!collected) return; // a command that the command ran has printed it
  const std::string text = std::move(*collected);
  collected.reset();
  const auto lines = static_cast<size_t>(std::ranges::count(text, '\n'));
  const bool is_long = !page && editor::terminal_can_edit() && lines > editor::terminal_size().rows;
  const std::string pager = is_long ? pager_command() : "";
  if (pager.empty() || !show_by_pager(pager, text)) say(text);
}

void shell_command(Prompt& p, const std::string& argument) {
  if (const int status = run_in_shell(argument)) p.say("status " + std::to_string(status) + "\n");
}

void pwd_command(Prompt& p, const std::string&) { p.say(absolute_folder() + "\n"); }

void cd_command(Prompt& p, const std::string& argument) {
  const char* const home = std::getenv("HOME");
  const std::string to = argument.empty() ? (home ? home : "/") : argument;
  if (chdir(to.c_str()) != 0) return p.complain("E0501", {to, std::strerror(errno)});
  p.session.files().allow_read("."); // as in the folder where the prompt began
  pwd_command(p, "");
}

void edit_command(Prompt& p, const std::string& argument) {
  if (argument.empty()) return edit_last_input(p);
  if (edit_file(p, argument)) load_command(p, argument);
}

/// Loads a file, and again whenever it has changed, until Ctrl-C.
void watch_command(Prompt& p, const std::string& argument) {
  constexpr std::chrono::milliseconds interval{100};
  const auto changed = [&] {
    std::error_code none;
    return fs::last_write_time(argument, none);
  };
  const editor::EchoOff unseen; // of ^C
  for (fs::file_time_type seen{}; !p.session.forget_interrupt();) {
    if (const fs::file_time_type now = changed(); now != seen) {
      std::this_thread::sleep_for(interval); // until an editor has written all of it
      seen = changed();
      load_command(p, argument);
      if (p.session.reports().was_interrupted()) return;
      p.note("waiting for changes of " + argument + "; Ctrl-C ends this\n");
    }
    std::this_thread::sleep_for(interval);
  }
}

/// Puts a value into the clipboard by the terminal's own means (OSC 52): a text as it is, else as it prints.
void copy_command(Prompt& p, const std::string& argument) {
  constexpr size_t most = 74'000; // many terminals take no more
  const std::optional<Outcome> o = p.evaluate(argument.empty() ? "it" : argument, ":copy");
  if (!o) return;
  const std::string text = is_string(*o->value) ? array_text(o->value->array()) : p.session.print(*o, false);
  if (text.size() > most)
    return p.say("its text has " + std::to_string(text.size()) + " bytes, and a terminal's clipboard takes " +
                 std::to_string(most) + "\n");
  p.picture("\x1b]52;c;" + base64(text) + "\a");
  p.say("copied: " + std::to_string(text.size()) + " bytes\n");
}

} // namespace nova
