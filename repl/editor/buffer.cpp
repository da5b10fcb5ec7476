#include "repl/editor/buffer.hpp"
#include <algorithm>
#include <utility>

namespace nova::editor {
namespace {

constexpr size_t most_steps = 1000, most_bytes = 32 << 20, most_cuts = 60;

} // namespace

void Buffer::move(size_t to) {
  now_.cursor = std::min(to, now_.text.size());
  last_ = Last::Other;
}

/// Saves the text, so that a later undo returns to it. Characters typed one after the other are one step.
void Buffer::remember(Last now) {
  future_.clear();
  const bool goes_on = now == Last::Typed && last_ == Last::Typed && !past_.empty();
  last_ = now;
  if (goes_on) return;
  past_.push_back(now_);
  const size_t enough = std::clamp<size_t>(most_bytes / (now_.text.size() + 1), 1, most_steps);
  if (past_.size() > enough) past_.erase(past_.begin(), past_.end() - static_cast<std::ptrdiff_t>(enough));
}

void Buffer::put(std::string_view text) {
  now_.text.insert(now_.cursor, text);
  now_.cursor += text.size();
}

void Buffer::insert(std::string_view text) {
  const bool one = text.size() <= 4 && text != " " && text != "\n";
  remember(one ? Last::Typed : Last::Other);
  put(text);
}

void Buffer::erase(size_t from, size_t to) {
  if (from >= to) return;
  remember(Last::Other);
  now_.text.erase(from, to - from);
  if (now_.cursor > from) now_.cursor = now_.cursor >= to ? now_.cursor - (to - from) : from;
}

void Buffer::replace(std::string text, size_t cursor) {
  if (text == now_.text) return move(cursor);
  remember(Last::Other);
  now_ = {std::move(text), 0};
  move(cursor);
}

void Buffer::clear() { now_ = {}, past_.clear(), future_.clear(), last_ = Last::Other; }

bool Buffer::undo() {
  last_ = Last::Other;
  if (past_.empty()) return false;
  future_.push_back(std::exchange(now_, std::move(past_.back())));
  past_.pop_back();
  return true;
}

bool Buffer::redo() {
  last_ = Last::Other;
  if (future_.empty()) return false;
  past_.push_back(std::exchange(now_, std::move(future_.back())));
  future_.pop_back();
  return true;
}

void Buffer::cut(size_t from, size_t to) {
  if (from >= to) return;
  const std::string piece = now_.text.substr(from, to - from);
  const bool forward = now_.cursor == from, goes_on = last_ == Last::Cut && !cuts_.empty();
  erase(from, to);
  if (!goes_on)
    cuts_.push_back(piece);
  else if (forward)
    cuts_.back() += piece;
  else
    cuts_.back().insert(0, piece);
  if (cuts_.size() > most_cuts) cuts_.erase(cuts_.begin());
  last_ = Last::Cut;
}

void Buffer::copy_all() {
  if (now_.text.find_first_not_of(" \t\n") != std::string::npos) copy(0, now_.text.size());
}

void Buffer::copy(size_t from, size_t to) {
  if (from >= to) return;
  cuts_.push_back(now_.text.substr(from, to - from));
  if (cuts_.size() > most_cuts) cuts_.erase(cuts_.begin());
  last_ = Last::Other;
}

void Buffer::yank() {
  if (cuts_.empty()) return;
  remember(Last::Yank);
  yanked_ = cuts_.size() - 1, yanked_at_ = now_.cursor;
  put(cuts_[yanked_]);
}

void Buffer::yank_earlier() {
  if (last_ != Last::Yank) return;
  yanked_ = (yanked_ + cuts_.size() - 1) % cuts_.size();
  now_.text.erase(yanked_at_, now_.cursor - yanked_at_);
  now_.cursor = yanked_at_;
  put(cuts_[yanked_]);
}

} // namespace nova::editor
