// The editor: keys in, a text out; pure, without a terminal. What it shows is a View, which screen.hpp lays
// out.
//
// The text may have several lines. Enter runs it where it is complete, else it begins a new line, indented.
// Up and Down move within it, and from its first and last line through the entries of the history that begin
// with what stands before the cursor. ^R searches them, ^S goes back to newer ones. Tab completes, or lists what fits and goes through
// it.
#pragma once
#include "repl/editor/buffer.hpp"
#include "repl/editor/keys.hpp"
#include <functional>
#include <optional>

namespace nova::editor {

/// One way to complete what is typed.
struct Candidate {
  std::string text; ///< what will stand instead of the beginning
  std::string note; ///< shown beside it: its type
};

struct Completions {
  size_t begin = 0; ///< from here to the cursor stands what is completed
  std::vector<Candidate> candidates{};
};

/// What the editor asks of its surroundings.
struct Hooks {
  std::function<bool(std::string_view)> is_complete;
  std::function<Completions(std::string_view text, size_t cursor, bool notes)>
      complete;                                             ///< with notes only if asked
  std::function<bool(std::string_view)> is_keyword;         ///< for indentation
  std::function<const std::vector<std::string>&()> history; ///< oldest first; asked when it is needed
  std::function<bool(std::string_view)> is_command{};       ///< may a line within an open form be one?
  std::function<bool(std::string_view)> is_type{};          ///< is it a type's name?
};

struct View {
  std::string prompt, text, hint; ///< hint: what could follow the text
  size_t cursor = 0;
  std::vector<Candidate> menu{};
  std::optional<size_t> selected{}; ///< of the menu
  std::string below{};              ///< shown below the text, where there is no menu
};

class Editor {
 public:
  enum class Result : uint8_t {
    Going,
    Done,    ///< the text is to be run
    Dropped, ///< it was given up
    End,     ///< the user leaves
    Suspend, ///< ^Z
    Clear,   ///< ^L: the screen is to be cleared
    Aside    ///< the last line is a command, what stands before it is still open: take_command()
  };

  explicit Editor(Hooks hooks) : hooks_(std::move(hooks)) {}
  Result press(const Key& key);
  /// Are there more keys already? A line that is not typed may have its own indentation.
  void set_pasted(bool more) { pasted_ = more; }
  const std::string& text() const { return buffer_.text(); }
  View view() const;
  /// For the next input.
  void clear();
  /// The last line, after Aside; what stands before it goes on.
  std::string take_command();

 private:
  bool pasted_ = false;
  size_t indented_ = 0; ///< blanks that were put in just now, in a line that is pasted
  struct Search {
    std::string query, saved;
    size_t saved_cursor = 0;
    std::optional<size_t> at; ///< the entry that is shown
    bool failed = false;
  };
  struct Menu {
    Completions completions;
    std::optional<size_t> selected;
    size_t end = 0; ///< where what was put in ends
  };
  /// A walk through the history.
  struct Walk {
    std::string prefix, draft;
    size_t draft_cursor = 0, at = 0; ///< at: the entry shown; the number of entries: the draft
  };

  Result press_plain(const Key& key);
  void unindent_for(const Key& key);
  Result press_ctrl(char letter);
  void press_alt(const Key& key);
  void press_ctrl_alt(char letter);
  void press_motion(const Key& key);
  Result press_search(const Key& key);
  bool press_menu(const Key& key);
  Result enter();
  void new_line();
  void delete_backwards();
  void tab();
  void reindent();
  void open_menu(Completions c, std::string_view common);
  void select(bool backwards);
  void transpose();
  void recase(int how);
  void up();
  void down();
  void begin_walk();
  void show_entry(size_t at);
  void search_on(size_t from, bool another);
  void search_back();
  void update_hint();
  bool accept_hint();
  void go(size_t to) { buffer_.move(to); }

  Hooks hooks_;
  Buffer buffer_;
  std::optional<Search> search_;
  std::optional<Menu> menu_;
  std::optional<Walk> walk_;
  std::optional<size_t> column_; ///< that Up and Down keep to
  std::string hint_;
};

} // namespace nova::editor
