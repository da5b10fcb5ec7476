// The prompt: what it holds between inputs, and its commands, one row each.
#pragma once
#include "repl/complete/complete.hpp"
#include "repl/prompt/history.hpp"
#include "repl/prompt/log.hpp"
#include "repl/session/output.hpp"
#include "repl/show/show.hpp"
#include <set>

namespace nova {

/// Where more than text is shown: a notebook's page. It has no keys, and a command writes there only what a
/// program may write.
struct Page {
  std::function<void(RichResult)> result;  ///< a value
  std::function<void(RichResult)> display; ///< what a command shows beside it
};

struct Prompt {
  Session& session;
  Output* output;               ///< of the terminal
  const Page* page = nullptr;   ///< or else a page
  std::string place = "prompt"; ///< where what is typed stands
  OnError on_error = OnError::GoOn;
  NamesInSight names{session};
  Results results{};
  SessionLog log{};
  bool quit = false, failed = false; ///< failed: a command, without a diagnostic, or anything on a page
  bool tables = true;
  std::set<std::string> hidden{}; ///< names of the prelude that the user has defined
  FileId last_text{};             ///< what ran last
  std::string last_loaded{};      ///< by `:load`
  std::optional<std::string>
      held{}; ///< where it is, values are kept in it, a line each, instead of being shown

  void say(std::string_view text) { session.options().out(text); }
  /// What a terminal draws by its own codes.
  void picture(std::string_view text) { output ? output->picture(text) : say(text); }
  /// Beside what is asked for.
  void note(std::string_view text) { session.options().err(text); }
  /// Lines of words, broken to fit a terminal.
  void say_words(const std::string& text);
  void complain(const char* code, std::vector<std::string> arguments);
  /// The same of a word that is none of these; one that is like it is told, with `before` in front.
  void complain_near(const char* code, std::vector<std::string> arguments, std::string_view word,
                     std::span<const std::string_view> known, const char* before = "");
  /// Nothing is known of a name; one that is like it is told.
  void complain_of_name(const std::string& name);
  /// The width to which words are broken; 0: none.
  size_t columns() const;
  ShowSettings show_settings() const;
  void show(const Outcome& o);

  /// Runs forms; results are shown, remembered, and kept for `:save`. False if one failed.
  bool run(FileId file, OnError on_error);
  bool run_text(const std::string& text);
  /// A form or a command.
  void run_piece(const std::string& piece);
  /// Forms and commands, as they are typed or pasted.
  void run_pieces(const std::string& text);
  /// What a command writes; false where it can't, which is told.
  bool write_file(const std::string& path, const std::string& bytes);
  void note_hidden(const CoreTop& top);
  void note_results();
  /// What is known of a name; of a result, also which form it is the value of.
  std::optional<std::string> documentation(const std::string& name);
  void note_waiting(const Outcome& o);
  /// The last value of forms that are run to look at it; it is shown otherwise, or not at all.
  std::optional<Outcome> evaluate(const std::string& text);
};

/// What a command's argument is: how it is completed. Drawn: a form, and perhaps `> FILE`.
enum class Takes : uint8_t { Nothing, Form, Drawn, Name, Path, Code, Phase, Setting, Text };
inline bool takes_form(Takes t) { return t == Takes::Form || t == Takes::Drawn; }

struct Command {
  std::string_view name, argument, help;
  Takes takes;
  void (*run)(Prompt&, const std::string& argument);
  bool alone = false; ///< it means something without an argument too
  size_t least = 1;   ///< letters of its name: what writes files is not meant by less
  bool keys = false;  ///< it needs a terminal
};

std::span<const Command> prompt_commands();
/// The command that a beginning of its name stands for, the first one; null where there is none.
const Command* find_command(std::string_view name);
/// What a command does, in lines of so many columns.
std::string usage(const Command& c, size_t columns);
/// The file of `FORM > FILE`, or of `> FILE` alone, in any spelling.
std::optional<std::string> aimed_at(const std::string& argument);
/// `:name argument`.
void run_command(Prompt& p, const std::string& line);

/// Does the text wait for more, as it stands?
bool is_whole(const std::string& text);
/// Completes what is typed, in a form or a command.
editor::Completions complete_typed(Prompt& p, const std::string& text, size_t cursor, bool notes);

// Commands that have a file of their own.
void set_command(Prompt& p, const std::string& argument); // prompt/settings.cpp
std::vector<editor::Candidate> settings();                // name and value
std::vector<editor::Candidate> dump_words();              // phases and passes
std::vector<editor::Candidate> setting_values(std::string_view name);
void info_command(Prompt& p, const std::string& argument); // prompt/name_commands.cpp
void apropos_command(Prompt& p, const std::string& argument);
void browse_command(Prompt& p, const std::string& argument);
void vars_command(Prompt& p, const std::string& argument);
void why_command(Prompt& p, const std::string& argument); // prompt/picture_commands.cpp
void plot_command(Prompt& p, const std::string& argument);
void show_command(Prompt& p, const std::string& argument);
void derive_command(Prompt& p, const std::string& argument);
void step_command(Prompt& p, const std::string& argument);

} // namespace nova
