#include "repl/editor/asker.hpp"
#include "repl/editor/highlight.hpp"
#include "repl/editor/outline.hpp"
#include "repl/editor/pasted.hpp"
#include <unistd.h>
#include <utility>

namespace nova::editor {
namespace {

constexpr int escape_pause = 40;                   ///< ms to wait for the rest of a key's bytes
constexpr int answer_steps = 10, answer_step = 30; ///< waits for a terminal's reply: their number, ms of each
constexpr size_t all_rows = SIZE_MAX / 2, nowhere = SIZE_MAX;

} // namespace

Asker::Asker(Hooks hooks, bool colour) : hooks_(hooks), editor_(std::move(hooks)), painter_(colour) {}

std::optional<std::string> Asker::ask() { return terminal_can_edit() ? edit() : ask_plainly(); }

std::optional<std::string> Asker::ask_plainly() {
  std::string text = std::exchange(open_, {}), told;
  bool dropped = false;
  if (!text.empty())
    write_bytes(STDOUT_FILENO, fit_for(STDOUT_FILENO, what_is_open(text, hooks_.is_type)) + "\n");
  for (;;) {
    write_bytes(STDOUT_FILENO, text.empty() ? "nova> " : "  ... ");
    std::optional<std::string> line = read_plain_line(dropped);
    if (!line) write_bytes(STDOUT_FILENO, "\n");
    if (dropped) return "";
    if (!line) return text.empty() ? std::nullopt : std::optional(text);
    const size_t begin = text.size();
    text += *line;
    if (text.back() == '\n') text.pop_back();
    if (text.find_first_not_of(" \t\n") == text.npos || hooks_.is_complete(text)) return text;
    if (is_command_within(text, begin, hooks_.is_command)) {
      open_ = text.substr(0, begin);
      return text.substr(text.find(':', begin));
    }
    const std::string open = what_is_open(text, hooks_.is_type);
    const bool is_odd = *line == "\n" || open.find(" string ") != open.npos ||
                        open.find(" comment") != open.npos || open.find(" is no command") != open.npos ||
                        open.find(" is a part of it") != open.npos;
    if (is_odd && open != told) write_bytes(STDOUT_FILENO, fit_for(STDOUT_FILENO, told = open) + "\n");
    text += '\n';
  }
}

std::optional<std::string> Asker::edit() {
  Terminal t;
  if (!std::exchange(goes_on_, false)) editor_.clear();
  painter_.forget(), drawn_for_ = terminal_size();
  draw(t);
  for (;;) {
    const std::optional<Key> key = next_key(t);
    if (!key) return leave(t), std::nullopt;
    const Editor::Result result = press(t, *key);
    if (result == Editor::Result::Going) continue;
    leave(t);
    if (result == Editor::Result::End) return {};
    if (result == Editor::Result::Aside) return goes_on_ = true, editor_.take_command();
    if (result == Editor::Result::Command) return goes_on_ = true, editor_.command();
    return result == Editor::Result::Done ? editor_.text() : "";
  }
}

/// Returns the next key, or nothing if the terminal is gone. Before it waits, it draws what the keys so far have
/// changed.
std::optional<Key> Asker::next_key(Terminal& t) {
  for (;;) {
    if (std::optional<Key> key = decoder_.next()) return key;
    draw(t);
    std::string bytes;
    const std::optional<int> limit = decoder_.waiting() ? std::optional(escape_pause) : std::nullopt;
    switch (t.wait(bytes, limit)) {
    case Terminal::Event::Bytes: decoder_.feed(bytes); break;
    case Terminal::Event::Nothing:
      if (std::optional<Key> key = decoder_.settle()) return key;
      break;
    case Terminal::Event::Resized: redraw(t, false); break;
    case Terminal::Event::Interrupt: return ctrl('c');
    case Terminal::Event::Closed: return {};
    }
  }
}

Editor::Result Asker::press(Terminal& t, const Key& key) {
  // Not every terminal marks a paste. But keys come one by one if they are typed, so waiting bytes mean a paste.
  editor_.set_pasted(decoder_.waiting());
  const Editor::Result result = editor_.press(key);
  if (result == Editor::Result::Clear) return redraw(t, true), Editor::Result::Going;
  if (result != Editor::Result::Suspend) return result;
  leave(t);
  t.suspend();
  return Editor::Result::Going;
}

void Asker::draw(Terminal& t) {
  if (terminal_size().columns != drawn_for_.columns) wipe(t); // the event Resized may still be on its way
  const View v = editor_.view();
  drawn_for_ = terminal_size();
  t.write(painter_.paint(lay_out(v, highlight(v.text, v.cursor, hooks_.is_keyword), drawn_for_)));
}

/// Clears what is shown. If the terminal's width has changed, the terminal may have rewrapped the rows. If it is
/// unknown how, too few rows are cleared rather than rows above the input.
void Asker::wipe(Terminal& t) {
  const size_t columns = terminal_size().columns;
  const bool doubtful = columns != drawn_for_.columns && painter_.breaks(columns);
  if (doubtful && !reflows_) reflows_ = ask_for_reflow(t);
  t.write(painter_.wipe(doubtful && *reflows_ ? std::optional(columns) : std::nullopt));
}

/// Asks the terminal for its kind, and returns whether it rewraps its lines. xterm, screen and PuTTY do not. Neither
/// do terminals that are too simple to answer.
bool Asker::ask_for_reflow(Terminal& t) {
  t.write("\x1b[>c");
  std::string seen, bytes;
  std::optional<std::string> kind;
  for (int i = 0; i < answer_steps && !kind; ++i) {
    if (t.wait(bytes, answer_step) != Terminal::Event::Bytes) continue;
    seen += bytes;
    kind = take_terminal_kind(seen);
  }
  decoder_.feed(seen); // what was typed meanwhile
  return kind && !kind->starts_with("41;") && !kind->starts_with("83;") && !kind->starts_with("0;136;");
}

void Asker::redraw(Terminal& t, bool clear) {
  wipe(t);
  if (clear) t.write("\x1b[H\x1b[2J");
  draw(t);
}

/// Paints the whole input once more, without hint and menu, and moves the cursor below it.
void Asker::leave(Terminal& t) {
  View v = editor_.view();
  v.hint.clear(), v.menu.clear(), v.below.clear();
  if (v.prompt == vi_prompt) v.prompt = first_prompt;
  v.cursor = v.text.size();
  const Size size = terminal_size();
  Frame whole = lay_out(v, highlight(v.text, nowhere, hooks_.is_keyword), {size.columns, all_rows});
  drop_empty_end(whole);
  if (whole.rows.size() > size.rows || size.columns != drawn_for_.columns) wipe(t);
  t.write(painter_.paint(std::move(whole)));
  t.write(painter_.leave());
}

} // namespace nova::editor
