// The text that is being typed, with its cursor, its history for undo, and the cuts: texts that were removed and can
// be inserted again.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace nova::editor {

class Buffer {
 public:
  const std::string& text() const { return now_.text; }
  size_t cursor() const { return now_.cursor; }
  void move(size_t to);

  void insert(std::string_view text);
  void erase(size_t from, size_t to);
  /// Replaces the whole text, as one step that can be undone.
  void replace(std::string text, size_t cursor);
  /// Removes the text and its history, but keeps the cuts.
  void clear();

  /// Undoes the last step. Returns false if there is nothing to undo.
  bool undo();
  bool redo();

  /// Removes the bytes [from, to), one end of which is the cursor, and keeps them as a cut. Consecutive cuts are
  /// joined into one.
  void cut(size_t from, size_t to);
  /// Inserts the last cut.
  void yank();
  /// Keeps a copy of the bytes [from, to) as a cut.
  void copy(size_t from, size_t to);
  /// Returns the last cut, or "".
  std::string_view last_cut() const { return cuts_.empty() ? std::string_view() : cuts_.back(); }
  /// Keeps a copy of the whole text as a cut.
  void copy_all();
  /// Removes the text that the last yank inserted, and inserts the next older cut instead; after the oldest, the
  /// newest. Does nothing if the last step was no yank.
  void yank_earlier();
  /// Ends a sequence of cuts or yanks: the next step begins a new one.
  void settle() { last_ = Last::Other; }

 private:
  struct State {
    std::string text;
    size_t cursor = 0;
  };
  enum class Last : unsigned char { Other, Typed, Cut, Yank };
  void remember(Last now);
  void put(std::string_view text);

  State now_;
  std::vector<State> past_, future_;
  std::vector<std::string> cuts_;
  Last last_ = Last::Other;
  size_t yanked_ = 0, yanked_at_ = 0; ///< the cut that was inserted: index into cuts_, offset in the text
};

} // namespace nova::editor
