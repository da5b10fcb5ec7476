// The prompt: its state between inputs, its table of commands, and functions that run what is typed.
#pragma once
#include "repl/complete/complete.hpp"
#include "repl/prompt/history.hpp"
#include "repl/prompt/log.hpp"
#include "repl/session/output.hpp"
#include "repl/show/show.hpp"
#include <set>

namespace nova {

class Crew; // repl/ranks/crew.hpp

/// The output of a prompt in a notebook, which can show more than text. Such a prompt has no terminal. Its commands
/// may write only those files that programs may write.
struct Page {
  std::function<void(RichResult)> result;  ///< shows a value
  std::function<void(RichResult)> display; ///< shows other output of a command
};

/// The last texts of a prompt.
struct LastTexts {
  FileId ran{};         ///< that ran last
  std::string loaded{}; ///< the path of the file that `:load` loaded last; "" if there is none
};

struct Prompt {
  Session& session;
  Output* output;               ///< the terminal's output, or null
  const Page* page = nullptr;   ///< the notebook's output, or null
  std::string place = "prompt"; ///< the name of the input in messages: [5] of the fifth one on a terminal
  OnError on_error = OnError::GoOn;
  NamesInSight names{session};
  Results results{};
  SessionLog log{};
  /// `quit`: whether the prompt is to end. `failed`: whether a command failed without a diagnostic, or a notebook's
  /// cell failed.
  bool quit = false, failed = false;
  bool types = false; ///< whether the type of what is typed and defined is shown
  bool tables = true; ///< whether vectors of tuples are shown as tables
  PictureFormat pictures = PictureFormat::Auto;
  editor::KeySettings keys{};             ///< what the keys of the editor mean
  std::vector<std::string> breakpoints{}; ///< functions at whose calls the stepper opens
  std::set<std::string> hidden{};         ///< prelude names that the user's definitions shadow
  LastTexts texts{};
  Crew* crew = nullptr; ///< starts the prompt's ranks; null: it can have none, or is one of their workers
  /// While this holds a string, the text of each value is appended to the string, and is not shown.
  std::optional<std::string> held{};

  /// While this holds a string, what `say` prints is appended to it instead.
  std::optional<std::string> collected{};

  void say(std::string_view text) { collected ? void(*collected += text) : session.options().out(text); }
  /// Prints what is collected: by the user's pager if it is longer than the terminal.
  void say_collected();
  /// Prints a picture that consists of terminal control codes.
  void picture(std::string_view text) { output ? output->picture(text) : say(text); }
  /// Prints a remark, which is not part of the requested output.
  void note(std::string_view text) { session.options().err(text); }
  /// Prints text with lines broken to fit the terminal.
  void say_words(const std::string& text);
  void complain(const char* code, std::vector<std::string> arguments);
  /// Reports the error `code` about `word`, which is not in `known`. Suggests a word of `known` with a similar
  /// spelling. The suggested word is shown with the text `before` in front of it.
  void complain_near(const char* code, std::vector<std::string> arguments, std::string_view word,
                     std::span<const std::string_view> known, const char* before = "");
  /// Reports that a name is unknown, and suggests a similar one.
  void complain_of_name(const std::string& name);
  /// Returns the width, in characters, at which lines of output are broken; 0 if they are not broken.
  size_t columns() const;
  ShowSettings show_settings() const;
  void show(const Outcome& o);

  /// Runs the forms of a text. Shows their values, keeps them as results, and logs the text for `:save`. Returns
  /// false if a form failed.
  bool run(FileId file, OnError on_error);
  bool run_text(const std::string& text);
  /// Runs one piece of an input, which is either forms or a command. All ranks of the prompt run it, if it is for all.
  void run_piece(const std::string& piece);
  void run_here(const std::string& piece);
  bool has_ranks() const;
  /// Whether this is a worker of another prompt, which shows nothing and writes no files.
  bool is_worker() const;
  /// Whether values are not shown: another rank, or an earlier run, shows them.
  bool is_silent() const;
  /// Returns a prompt with this one's settings, for a session in which nothing has run yet.
  Prompt like(Session& other) const;
  /// Goes on as `other`.
  void become(Prompt&& other);
  /// Runs a typed or pasted input, which may have several forms and commands.
  void run_pieces(const std::string& text);
  /// Writes `bytes` to a command's output file. If that fails, reports an error and returns false.
  bool write_file(const std::string& path, const std::string& bytes);
  void show_types(const CoreTop& top);
  void note_hidden(const CoreTop& top);
  void note_results();
  /// Returns the documentation of a name. For a result such as `it`, that is its type and its form.
  std::optional<std::string> documentation(const std::string& name);
  void note_waiting(const Outcome& o);
  /// Runs the form that a command such as `:plot` got, and returns its value, without showing or keeping it. Returns
  /// nothing if the form fails, if there is no value, or if there are several, which is told.
  std::optional<Outcome> evaluate(const std::string& text, const char* command);
};

/// The kind of a command's argument, which determines how it is completed. Drawn: a form, and optionally `> FILE`.
enum class Takes : uint8_t { Nothing, Form, Drawn, Name, Path, Code, Phase, Setting, Text };
inline bool takes_form(Takes t) { return t == Takes::Form || t == Takes::Drawn; }

struct Command {
  std::string_view name, argument, help;
  Takes takes;
  void (*run)(Prompt&, const std::string& argument);
  bool alone = false; ///< whether the argument may be left out
  size_t least = 1;   ///< number of letters of the shortest abbreviation that is accepted
  bool keys = false;  ///< whether the command needs a terminal
};

std::span<const Command> prompt_commands();

/// A word that may stand at the beginning of a command's argument, such as `--svg FILE`.
struct CommandOption {
  std::string_view command, word, help;
  bool takes_file = false; ///< whether a file's name follows
};
/// Returns the option of this name of a command, or null.
const CommandOption* find_option(const Command& c, std::string_view word);
/// Completions: the options of a command.
std::vector<editor::Candidate> options_of(const Command& c);
/// Returns the first command of the table whose name starts with `name`, if `name` has the command's least number of
/// letters. Returns null if there is none.
const Command* find_command(std::string_view name);
/// Returns a command's entry in the help, with lines broken at `columns`.
std::string usage(const Command& c, size_t columns);
/// Returns the file's name in an argument `FORM > FILE` or `> FILE`. Returns nothing if there is none.
std::optional<std::string> aimed_at(const std::string& argument);
/// Runs the command in a line `:name argument`.
void run_command(Prompt& p, const std::string& line);

/// Whether the text's last form or command is complete, so that the text can run.
bool is_whole(const std::string& text);
/// Completes the word at the cursor, in a form or a command. The candidates have their types as notes only if `notes`
/// is true.
editor::Completions complete_typed(Prompt& p, const std::string& text, size_t cursor, bool notes);

// The functions of the commands that are not defined in prompt/commands.cpp, and the completions of their arguments.
void set_command(Prompt& p, const std::string& argument); // prompt/settings.cpp
std::vector<editor::Candidate> settings();                // completions: names of settings
std::vector<editor::Candidate> dump_words();              // completions: phases and passes
std::vector<editor::Candidate> setting_values(std::string_view name);
/// Returns the commands that set what forms mean or how they run, as they are set now.
std::vector<std::string> settings_of_runs(const Prompt& p);
void info_command(Prompt& p, const std::string& argument); // prompt/name_commands.cpp
void apropos_command(Prompt& p, const std::string& argument);
void browse_command(Prompt& p, const std::string& argument);
void vars_command(Prompt& p, const std::string& argument);
void search_command(Prompt& p, const std::string& argument);
void source_command(Prompt& p, const std::string& argument);
void load_command(Prompt& p, const std::string& path);      // prompt/commands.cpp
void shell_command(Prompt& p, const std::string& argument); // prompt/system_commands.cpp
void cd_command(Prompt& p, const std::string& argument);
void pwd_command(Prompt& p, const std::string& argument);
void edit_command(Prompt& p, const std::string& argument);
void watch_command(Prompt& p, const std::string& argument);
void copy_command(Prompt& p, const std::string& argument);
void why_command(Prompt& p, const std::string& argument); // prompt/picture_commands.cpp
void plot_command(Prompt& p, const std::string& argument);
void show_command(Prompt& p, const std::string& argument);
void derive_command(Prompt& p, const std::string& argument);
void step_command(Prompt& p, const std::string& argument);
void profile_command(Prompt& p, const std::string& argument);
void break_command(Prompt& p, const std::string& argument);
void ranks_command(Prompt& p, const std::string& argument); // prompt/rank_commands.cpp

/// Hands a piece of input to the prompt's workers, if there are any and the piece is for all ranks. While the object
/// lives, what the session runs is of all ranks.
class HandedOn {
 public:
  HandedOn(Prompt& p, const std::string& piece);
  ~HandedOn();
  HandedOn(const HandedOn&) = delete;

 private:
  Prompt& p_;
  bool is_shared_ = false;
};

} // namespace nova
