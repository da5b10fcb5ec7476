#include "repl/editor/editor.hpp"
#include "repl/editor/outline.hpp"
#include "repl/editor/pasted.hpp"
#include <algorithm>
#include <utility>

namespace nova::editor {

namespace {

bool is_blank(std::string_view text) { return text.find_first_not_of(" \t\n") == text.npos; }

/// Returns the text with which all candidates begin. A multi-byte character at its end is dropped, as it may be
/// incomplete.
std::string common_beginning(const std::vector<Candidate>& candidates) {
  std::string common = candidates[0].text;
  for (const Candidate& c : candidates) {
    const auto differ = std::ranges::mismatch(common, c.text);
    common.erase(differ.in1, common.end());
  }
  while (!common.empty() && (common.back() & 0xC0) == 0x80) common.pop_back();
  if (!common.empty() && static_cast<unsigned char>(common.back()) >= 0xC0) common.pop_back();
  return common;
}

} // namespace

void Editor::clear() {
  buffer_.clear();
  search_.reset(), menu_.reset(), walk_.reset(), column_.reset(), hint_.clear(), vi_.reset();
}

View Editor::view() const {
  View v;
  v.prompt = vi_.normal() ? vi_prompt : first_prompt, v.text = text(), v.cursor = buffer_.cursor(),
  v.hint = hint_;
  if (search_) v.prompt = (search_->failed ? "no `" : "search `") + search_->query + "`: ";
  if (menu_) v.menu = menu_->completions.candidates, v.selected = menu_->selected;
  const bool goes_on = !search_ && text().find('\n') != std::string::npos && !hooks_.is_complete(text());
  if (goes_on) v.below = what_is_open(text(), hooks_.is_type);
  if (!v.below.empty()) v.below += "   ";
  const std::string help =
      !search_ && hooks_.argument_help ? hooks_.argument_help(text(), buffer_.cursor(), v.below.size()) : "";
  v.below += help;
  return v;
}

Editor::Result Editor::press(const Key& key) {
  const OwnKey* own = hooks_.keys && !search_ ? hooks_.keys->find(key) : nullptr;
  const Result result = own ? press_own(*own) : press_any(key);
  update_hint();
  return result;
}

/// Presses the keys that one of the user's own stands for, up to one that ends the input.
Editor::Result Editor::press_own(const OwnKey& own) {
  menu_.reset();
  if (own.is_command()) return command_ = own.meaning, Result::Command;
  for (const Key& key : own.keys)
    if (const Result result = press_any(key); result != Result::Going) return result;
  return Result::Going;
}

Editor::Result Editor::press_any(const Key& key) {
  if (search_) return press_search(key);
  if (menu_ && press_menu(key)) return Result::Going;
  menu_.reset();
  return hooks_.keys && hooks_.keys->vi ? press_vi(key) : press_plain(key);
}

Editor::Result Editor::press_vi(const Key& key) {
  if (key.alt && !key.ctrl && key.code == Key::Character) { // Escape, and soon behind it a letter
    press_vi({Key::Escape});
    return press_vi(character(key.text));
  }
  if (key.code == Key::Escape) return walk_.reset(), vi_.escape(buffer_), Result::Going;
  if (!vi_.normal()) return press_plain(key);
  const Vi::Then then = vi_.press(key, buffer_);
  if (then != Vi::Then::Plain && then != Vi::Then::Up && then != Vi::Then::Down)
    column_.reset(), walk_.reset();
  switch (then) {
  case Vi::Then::Nothing: break;
  case Vi::Then::Plain: return press_plain(key);
  case Vi::Then::Up: up(), Vi::stay_on_character(buffer_); break;
  case Vi::Then::Down: down(), Vi::stay_on_character(buffer_); break;
  case Vi::Then::Search: search_ = Search{{}, text(), buffer_.cursor(), {}, false}; break;
  case Vi::Then::Older: search_again(false); break;
  case Vi::Then::Newer: search_again(true); break;
  case Vi::Then::Open: new_line(); break;
  }
  return Result::Going;
}

/// Searches the history once more for the last text, for older entries or for newer ones.
void Editor::search_again(bool newer) {
  if (!last_search_) return;
  search_ = *last_search_;
  newer ? search_back() : search_on(search_->at.value_or(hooks_.history().size()), true);
  if (!search_->failed) last_search_ = search_;
  search_.reset();
}

Editor::Result Editor::press_plain(const Key& key) {
  unindent_for(key);
  const bool vertical =
      key.code == Key::Up || key.code == Key::Down || (key.ctrl && (key.text == "p" || key.text == "n"));
  if (!vertical) column_.reset(), walk_.reset();
  switch (key.code) {
  case Key::Enter: return key.alt ? (new_line(), Result::Going) : enter();
  case Key::Tab: tab(); break;
  case Key::Backspace:
    key.alt ? buffer_.cut(previous_word(text(), buffer_.cursor()), buffer_.cursor()) : delete_backwards();
    break;
  case Key::Delete: buffer_.erase(buffer_.cursor(), next_character(text(), buffer_.cursor())); break;
  case Key::Paste: buffer_.insert(without_prompts(key.text, hooks_.is_complete)); break;
  case Key::Character:
    if (key.ctrl && key.alt)
      press_ctrl_alt(key.text[0]);
    else if (key.ctrl)
      return press_ctrl(key.text[0]);
    else if (key.alt)
      press_alt(key);
    else
      buffer_.insert(key.text);
    break;
  default: press_motion(key);
  }
  return Result::Going;
}

void Editor::press_motion(const Key& key) {
  const size_t at = buffer_.cursor();
  const bool by_word = key.ctrl || key.alt;
  switch (key.code) {
  case Key::Up: up(); break;
  case Key::Down: down(); break;
  case Key::Left: go(by_word ? previous_word(text(), at) : previous_character(text(), at)); break;
  case Key::Right:
    if (!accept_hint()) go(by_word ? next_word(text(), at) : next_character(text(), at));
    break;
  case Key::Home: go(key.ctrl ? 0 : line_begin(text(), at)); break;
  case Key::End:
    if (!accept_hint()) go(key.ctrl ? text().size() : line_end(text(), at));
    break;
  case Key::PageUp: go(0); break;
  case Key::PageDown: go(text().size()); break;
  default: break;
  }
}

Editor::Result Editor::press_ctrl(char letter) {
  const size_t at = buffer_.cursor();
  switch (letter) {
  case 'a': go(line_begin(text(), at)); break;
  case 'e': press_motion({Key::End}); break;
  case 'b': press_motion({Key::Left}); break;
  case 'f': press_motion({Key::Right}); break;
  case 'p': up(); break;
  case 'n': down(); break;
  case 'd':
    if (text().empty()) return Result::End;
    buffer_.erase(at, next_character(text(), at));
    break;
  case 'k':
    buffer_.cut(at, std::max(line_end(text(), at),
                             std::min(text().size(), at + (at < text().size() && text()[at] == '\n'))));
    break;
  case 'u': buffer_.cut(line_begin(text(), at), at); break;
  case 'w': buffer_.cut(previous_blank(text(), at), at); break;
  case 'y': buffer_.yank(); break;
  case 't': transpose(); break;
  case '_': buffer_.undo(); break;
  case '^': buffer_.redo(); break;
  case 'r':
  case 's': search_ = Search{{}, text(), at, {}, false}; break;
  case 'l': return Result::Clear;
  case 'c': return buffer_.copy_all(), Result::Dropped;
  case 'z': return Result::Suspend;
  default: break;
  }
  return Result::Going;
}

void Editor::press_alt(const Key& key) {
  const size_t at = buffer_.cursor();
  switch (key.text[0]) {
  case 'f': go(next_word(text(), at)); break;
  case 'b': go(previous_word(text(), at)); break;
  case 'd': buffer_.cut(at, next_word(text(), at)); break;
  case 'y': buffer_.yank_earlier(); break;
  case '_': buffer_.redo(); break;
  case '<': go(0); break;
  case '>': go(text().size()); break;
  case 'u': recase(1); break;
  case 'l': recase(0); break;
  case 'c': recase(2); break;
  default: break;
  }
}

void Editor::press_ctrl_alt(char letter) {
  const size_t at = buffer_.cursor();
  switch (letter) {
  case 'f': go(next_form(text(), at)); break;
  case 'b': go(previous_form(text(), at)); break;
  case 'k': buffer_.cut(at, next_form(text(), at)); break;
  case '_': buffer_.redo(); break;
  default: break;
  }
}

// ---- editing ----

Editor::Result Editor::enter() {
  if (is_blank(text()) || hooks_.is_complete(text())) return Result::Done;
  const size_t last = line_begin(text(), text().size());
  if (buffer_.cursor() >= last && is_command_within(text(), last, hooks_.is_command)) return Result::Aside;
  new_line();
  return Result::Going;
}

std::string Editor::take_command() {
  const size_t last = line_begin(text(), text().size());
  const std::string line = text().substr(text().find_first_not_of(' ', last));
  buffer_.replace(text().substr(0, last - 1), last - 1);
  new_line();
  return line;
}

void Editor::new_line() {
  const size_t columns = indentation(text(), buffer_.cursor(), hooks_.is_keyword);
  size_t rest = buffer_.cursor();
  while (rest < text().size() && text()[rest] == ' ') ++rest;
  buffer_.erase(buffer_.cursor(), rest); // the text behind the cursor loses its leading blanks
  buffer_.insert("\n" + std::string(columns, ' '));
  indented_ = pasted_ ? columns : 0;
}

/// Removes the blanks that were inserted for indentation if the pasted line begins with blanks of its own.
void Editor::unindent_for(const Key& key) {
  const size_t columns = std::exchange(indented_, size_t{0}), at = buffer_.cursor();
  if (columns && key == character(" ")) buffer_.erase(at - columns, at);
}

/// Deletes the character before the cursor, or two blanks at once in a line's indentation.
void Editor::delete_backwards() {
  const size_t at = buffer_.cursor(), begin = line_begin(text(), at);
  const bool in_indentation = at >= begin + 2 && begin > 0 && text().find_first_not_of(' ', begin) >= at;
  buffer_.erase(in_indentation ? at - 2 : previous_character(text(), at), at);
}

/// Swaps the last two characters of a line if the cursor is at its end, or else those on both sides of the cursor.
void Editor::transpose() {
  const size_t at = buffer_.cursor();
  const bool at_end = at == line_end(text(), at);
  const size_t middle = at_end ? previous_character(text(), at) : at;
  const size_t begin = previous_character(text(), middle), end = next_character(text(), middle);
  if (middle == line_begin(text(), at) || middle == end) return;
  const std::string swapped = text().substr(middle, end - middle) + text().substr(begin, middle - begin);
  buffer_.replace(text().substr(0, begin) + swapped + text().substr(end), end);
}

/// Changes the case of the word from the cursor on. `how`: 0 lower case, 1 upper case, 2 the first letter in upper
/// case.
void Editor::recase(int how) {
  const size_t end = next_word(text(), buffer_.cursor());
  std::string changed = text();
  bool first = true;
  for (size_t i = buffer_.cursor(); i < end; ++i) {
    const bool letter = (changed[i] | 32) >= 'a' && (changed[i] | 32) <= 'z' && changed[i] > 0;
    if (!letter) continue;
    const bool capital = how == 1 || (how == 2 && first);
    changed[i] = static_cast<char>(capital ? changed[i] & ~32 : changed[i] | 32), first = false;
  }
  buffer_.replace(std::move(changed), end);
}

// ---- history ----

void Editor::up() {
  const size_t at = buffer_.cursor(), begin = line_begin(text(), at);
  if (begin > 0) {
    if (!column_) column_ = column_of(text(), at);
    return go(at_column(text(), begin - 1, *column_));
  }
  begin_walk();
  const auto& entries = hooks_.history();
  for (size_t i = walk_->at; i-- > 0;)
    if (entries[i].starts_with(walk_->prefix) && entries[i] != text()) return show_entry(i);
}

void Editor::down() {
  const size_t at = buffer_.cursor(), end = line_end(text(), at);
  if (end < text().size()) {
    if (!column_) column_ = column_of(text(), at);
    return go(at_column(text(), end + 1, *column_));
  }
  if (!walk_) return;
  const auto& entries = hooks_.history();
  for (size_t i = walk_->at + 1; i < entries.size(); ++i)
    if (entries[i].starts_with(walk_->prefix) && entries[i] != text()) return show_entry(i);
  const Walk w = *walk_;
  buffer_.replace(w.draft, w.draft_cursor);
  walk_.reset();
}

void Editor::begin_walk() {
  if (walk_ && walk_->at <= hooks_.history().size()) return;
  walk_ = Walk{text().substr(0, buffer_.cursor()), text(), buffer_.cursor(), hooks_.history().size()};
}

/// Shows the history's entry with index `at`. Puts the cursor at the end of the entry's first line, so that the next
/// Up shows an older entry.
void Editor::show_entry(size_t at) {
  const std::string& entry = hooks_.history()[at];
  walk_->at = at;
  column_.reset();
  buffer_.replace(entry, line_end(entry, 0));
}

/// Shows the newest history entry with an index below `from` that contains the query. With `another`, skips entries
/// that equal the text that is shown.
void Editor::search_on(size_t from, bool another) {
  const auto& entries = hooks_.history();
  for (size_t i = std::min(from, entries.size()); i-- > 0;) {
    const size_t found = entries[i].rfind(search_->query);
    if (found == std::string::npos || (another && entries[i] == text())) continue;
    search_->at = i, search_->failed = false;
    return buffer_.replace(entries[i], found);
  }
  search_->failed = true;
}

/// Shows the next newer entry that contains the query.
void Editor::search_back() {
  const auto& entries = hooks_.history();
  for (size_t i = search_->at ? *search_->at + 1 : entries.size(); i < entries.size(); ++i) {
    const size_t found = entries[i].rfind(search_->query);
    if (found == std::string::npos || entries[i] == text()) continue;
    search_->at = i, search_->failed = false;
    return buffer_.replace(entries[i], found);
  }
  search_->failed = true;
}

Editor::Result Editor::press_search(const Key& key) {
  const size_t all = hooks_.history().size();
  const bool letter = key.code == Key::Character && !key.ctrl && !key.alt;
  if (letter || key.code == Key::Paste) {
    search_->query += key.text;
    return search_on(search_->at ? *search_->at + 1 : all, false), Result::Going;
  }
  if (key.code == Key::Backspace) {
    search_->query.erase(previous_character(search_->query, search_->query.size()));
    return search_on(all, false), Result::Going;
  }
  if (key == ctrl('r')) return search_on(search_->at.value_or(all), true), Result::Going;
  if (key == ctrl('s')) return search_back(), Result::Going;
  const Search s = std::move(*search_);
  if (!s.failed) last_search_ = s;
  search_.reset();
  const bool dropped = key == ctrl('g') || key == ctrl('c') || key.code == Key::Escape;
  if (dropped) return buffer_.replace(s.saved, s.saved_cursor), Result::Going;
  if (key.code == Key::Enter) return go(text().size()), Result::Going; // the user sees it before it runs
  return press_plain(key);
}

// ---- completion ----

void Editor::tab() {
  const size_t at = buffer_.cursor();
  const std::string_view before =
      std::string_view(text()).substr(line_begin(text(), at), at - line_begin(text(), at));
  if (is_blank(before) && line_begin(text(), at) > 0) return reindent();
  Completions c = hooks_.complete(text(), at, true);
  if (c.candidates.empty() || c.begin > at) return;
  const std::string common = common_beginning(c.candidates);
  const bool whole = common.size() == at - c.begin; // nothing is left to add, but the menu shows the note
  if (c.candidates.size() > 1 || whole) return open_menu(std::move(c), common);
  buffer_.replace(text().substr(0, c.begin) + common + text().substr(at), c.begin + common.size());
}

/// Sets the indentation of the cursor's line to that which the lines before it require.
void Editor::reindent() {
  const size_t begin = line_begin(text(), buffer_.cursor());
  size_t first = begin;
  while (first < text().size() && text()[first] == ' ') ++first;
  const std::string blanks(indentation(text(), begin - 1, hooks_.is_keyword), ' ');
  buffer_.replace(text().substr(0, begin) + blanks + text().substr(first), begin + blanks.size());
}

void Editor::open_menu(Completions c, std::string_view common) {
  const size_t at = buffer_.cursor();
  const bool longer = common.size() > at - c.begin;
  const size_t end = longer ? c.begin + common.size() : at;
  if (longer) buffer_.replace(text().substr(0, c.begin) + std::string(common) + text().substr(at), end);
  menu_ = Menu{std::move(c), {}, end};
}

void Editor::select(bool backwards) {
  const auto& all = menu_->completions.candidates;
  const size_t n = all.size();
  const size_t now = menu_->selected ? (*menu_->selected + (backwards ? n - 1 : 1)) % n
                     : backwards     ? n - 1
                                     : 0;
  const size_t begin = menu_->completions.begin;
  menu_->selected = now;
  const size_t end = begin + all[now].text.size();
  buffer_.replace(text().substr(0, begin) + all[now].text + text().substr(menu_->end), end);
  menu_->end = end;
}

/// Handles a key that has a meaning in the menu. Returns false for any other key, which closes the menu.
bool Editor::press_menu(const Key& key) {
  const bool down = key.code == Key::Down || key == ctrl('n'), up = key.code == Key::Up || key == ctrl('p');
  if (key.code == Key::Tab || (menu_->selected && (down || up))) return select(key.shift || up), true;
  const bool closes =
      key.code == Key::Escape || key == ctrl('g') || (key.code == Key::Enter && menu_->selected && !key.alt);
  if (closes) menu_.reset();
  return closes;
}

/// Sets the hint if the cursor is at the end of the text, or else removes it. The hint is the rest of an earlier
/// input, or else the rest of a name.
void Editor::update_hint() {
  hint_.clear();
  const bool at_end = buffer_.cursor() == text().size() && !is_blank(text());
  if (!at_end || menu_ || search_ || walk_ || text().back() == '\n') return;
  for (const auto& entries = hooks_.history(); const std::string& e : entries) {
    const bool longer = e.size() > text().size() && text().size() >= 3 && e.starts_with(text());
    if (longer) hint_ = e.substr(text().size(), line_end(e, text().size()) - text().size());
  }
  if (!hint_.empty()) return;
  const Completions c = hooks_.complete(text(), text().size(), false);
  if (c.candidates.empty() || text().size() < c.begin + 2) return;
  const std::string& first = c.candidates[0].text;
  if (first.starts_with(text().substr(c.begin))) hint_ = first.substr(text().size() - c.begin);
}

bool Editor::accept_hint() {
  if (hint_.empty() || buffer_.cursor() != text().size()) return false;
  buffer_.insert(hint_);
  return true;
}

} // namespace nova::editor
