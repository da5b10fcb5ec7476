// The editor: turns keys into a text. It does no input or output. What it shows is a View, which screen.hpp lays out.
//
// The text may have several lines. Enter runs it if it is complete, or else begins a new, indented line. Up and Down
// move within the text. From its first and last line they move through the entries of the history that begin with
// the text before the cursor. ^R searches the history for older entries, ^S for newer ones. Tab completes, or lists
// the candidates and moves through them.
#pragma once
#include "repl/editor/buffer.hpp"
#include "repl/editor/key_names.hpp"
#include "repl/editor/vi.hpp"
#include <functional>
#include <optional>

namespace nova::editor {

/// One way to complete what is typed.
struct Candidate {
  std::string text; ///< the text that replaces all from `Completions::begin` to the cursor
  std::string note; ///< shown beside the candidate, such as its type
};

struct Completions {
  size_t begin = 0; ///< byte offset of the text to be completed; it ends at the cursor
  std::vector<Candidate> candidates{};
};

/// The functions that the editor needs from its caller.
struct Hooks {
  std::function<bool(std::string_view)> is_complete;
  std::function<Completions(std::string_view text, size_t cursor, bool notes)>
      complete;                                             ///< `notes`: whether candidates get notes
  std::function<bool(std::string_view)> is_keyword;         ///< whether a name is a keyword, for indentation
  std::function<const std::vector<std::string>&()> history; ///< earlier inputs, oldest first
  std::function<bool(std::string_view)> is_command{};       ///< whether a line in an open form is a command
  std::function<bool(std::string_view)> is_type{};          ///< whether a text is a type's name
  /// Returns a line on the call around the cursor, or "". `used`: how many columns stand before it.
  std::function<std::string(std::string_view text, size_t cursor, size_t used)> argument_help{};
  const KeySettings* keys = nullptr; ///< what keys mean; null: those of Emacs, and none of the user's own
};

struct View {
  std::string prompt, text, hint; ///< `hint`: a possible continuation of the text
  size_t cursor = 0;
  std::vector<Candidate> menu{};
  std::optional<size_t> selected{}; ///< index into `menu`
  std::string below{};              ///< shown below the text if there is no menu
};

class Editor {
 public:
  enum class Result : uint8_t {
    Going,
    Done,    ///< the text is to be run
    Dropped, ///< the user gave the text up
    End,     ///< the user leaves Nova
    Suspend, ///< ^Z: the process is to be stopped
    Clear,   ///< ^L: the screen is to be cleared
    Aside,   ///< the last line is a command within a form that is still open: see take_command()
    Command  ///< a key of the user's own stands for a command: see command(). The text stays as it is
  };

  explicit Editor(Hooks hooks) : hooks_(std::move(hooks)) {}
  Result press(const Key& key);
  /// Sets whether more keys have arrived already, which means that the text is pasted. A pasted line may have its own
  /// indentation.
  void set_pasted(bool more) { pasted_ = more; }
  const std::string& text() const { return buffer_.text(); }
  View view() const;
  /// Removes the text, for the next input.
  void clear();
  /// Removes and returns the last line, after Aside. The text before it stays, and may be continued.
  std::string take_command();
  /// Returns the command of the key that was pressed, after Command.
  const std::string& command() const { return command_; }

 private:
  bool pasted_ = false;
  size_t indented_ = 0; ///< how many blanks were just inserted at the beginning of a pasted line
  struct Search {
    std::string query, saved;
    size_t saved_cursor = 0;
    std::optional<size_t> at; ///< index of the history's entry that is shown
    bool failed = false;
  };
  struct Menu {
    Completions completions;
    std::optional<size_t> selected;
    size_t end = 0; ///< byte offset of the end of the inserted candidate
  };
  /// The state of a walk through the history by Up and Down. `draft` is the text that was typed before the walk.
  struct Walk {
    std::string prefix, draft;
    /// `at`: index of the history's entry that is shown, or the number of entries if the draft is shown.
    size_t draft_cursor = 0, at = 0;
  };

  Result press_any(const Key& key);
  Result press_own(const OwnKey& own);
  Result press_vi(const Key& key);
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
  void search_again(bool newer);
  void update_hint();
  bool accept_hint();
  void go(size_t to) { buffer_.move(to); }

  Hooks hooks_;
  Buffer buffer_;
  std::optional<Search> search_;
  std::optional<Menu> menu_;
  std::optional<Walk> walk_;
  std::optional<size_t> column_; ///< the column that Up and Down return to after shorter lines
  std::string hint_, command_;
  Vi vi_;
  std::optional<Search> last_search_; ///< the last search that found something, for n and N of vi
};

} // namespace nova::editor
