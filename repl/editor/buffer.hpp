// What is typed: the text, the cursor, what was cut, and what it was before.
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
  /// Another text, as one step that can be undone.
  void replace(std::string text, size_t cursor);
  /// Forgets everything but what was cut.
  void clear();

  /// False where there is nothing to undo.
  bool undo();
  bool redo();

  /// Cuts [from, to), one end of which is the cursor. Cuts that follow one another are one.
  void cut(size_t from, size_t to);
  /// Inserts what was cut last.
  void yank();
  /// The whole text counts as cut, and stays.
  void copy_all();
  /// Directly after a yank: the cut before it instead.
  void yank_earlier();
  /// The next key is no continuation of the last: cuts and yanks begin anew.
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
  size_t yanked_ = 0, yanked_at_ = 0; ///< which cut stands there, and from where to the cursor
};

} // namespace nova::editor
