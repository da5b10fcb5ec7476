// A session: one instance of Nova with its state. It owns the frontend, the interpreter and the user's permissions,
// and is the only place that takes text through the whole pipeline: read, expand, check, run.
#pragma once
#include "interp/machine.hpp"
#include "repl/session/checkpoint.hpp"
#include "repl/session/files/foreign_functions.hpp"
#include "repl/session/files/program_files.hpp"
#include "repl/session/files/program_input.hpp"
#include "repl/session/reports.hpp"
#include "repl/session/session_tiers.hpp"
#include "repl/session/stale_uses.hpp"

namespace nova {

/// A program's inputs: pairs of a name and a file or literal, as given by `--input`.
using InputTexts = std::vector<std::pair<std::string, std::string>>;

/// The result of running a form: its value and type. There is no value for a definition, or if the form failed.
struct Outcome {
  std::optional<Value> value;
  TypeId type{};
  const CoreTop* top = nullptr;
  MadeRef made{}; ///< the value's provenance; null if none was recorded, for example in the tier interp
  std::string open_type{}; ///< the type with its variables, if it is open and `top` is gone
};

/// Callbacks around the forms that run. A unit is one form, or several adjacent definitions.
struct FormHooks {
  std::function<void(const Outcome&)> done{}; ///< called for each form that ran without an error
  /// Called with the text of a unit before the unit is expanded. If it returns false, the unit does not run.
  std::function<bool(std::string_view)> before{};
  /// Called with the text of a unit that ran. If only some definitions of a unit ran, it is called with the text of
  /// each of these.
  std::function<void(std::string_view)> after{};
};

/// The language of a program's file: Nova, or the text that `--dump core` or `--dump plan` prints.
enum class Language : uint8_t { Nova, Core, Plan };

/// Statistics of the last text: the number of its forms, and of those that ran; the definitions that were made, and
/// those that failed; the types that were declared.
struct FormsRun {
  size_t forms = 0, good = 0;
  std::vector<GlobalId> defined{}, undefined{};
  std::vector<TypeDeclId> types{};
};

/// Whether the form is a `define`. Adjacent definitions are expanded as one unit.
bool is_definition(Frontend& f, const Datum& form);

/// Whether the forms after a failed form still run.
enum class OnError : uint8_t { Stop, GoOn };

class Session {
 public:
  explicit Session(SessionOptions options);
  ~Session();

  /// Runs a whole program: reads, expands and checks all of it, then runs it form by form. Reports every diagnostic.
  /// Returns the exit status: 1 on an error, else 0, or the result of main in a program in the style of the language
  /// Harlan. Writes the results that `outputs` names to files (ProgramOutputs). The file holds Nova or Core.
  int run_program(FileId file, const InputTexts& inputs = {}, const InputTexts& outputs = {},
                  Language from = Language::Nova);
  /// Checks a program without running it. If `types` is true, prints each definition's type. Returns the exit status.
  int check_program(FileId file, bool types);
  /// Checks a program and returns its forms as Core. If it has errors, reports them and returns nothing.
  std::optional<std::vector<CoreTop>> checked_forms(FileId file);
  /// Runs the forms of a text typed at the prompt, in order. Later forms can use the definitions of earlier ones. A
  /// form that fails defines nothing. Returns false if a form failed.
  bool run_forms(FileId file, const FormHooks& hooks, OnError on_error = OnError::Stop);
  bool run_forms(FileId file, std::function<void(const Outcome&)> done) {
    return run_forms(file, FormHooks{std::move(done)});
  }
  /// Returns a line that says how many forms of the last text ran, and which of its definitions failed. Returns "" if
  /// all forms ran, or if there was only one.
  std::string what_ran() const;

  FileId add_text(std::string name, std::string text) {
    return frontend_.sources.add(std::move(name), std::move(text));
  }
  /// Adds the next text typed at a prompt. Removes the previous text and all that was made for it, unless something
  /// of that can still be used.
  FileId type_text(std::string name, std::string text);
  /// Loads a file as ProgramFiles::load does. The time limit of the file's run starts before the loading.
  std::optional<FileId> load_file(const std::string& path);
  /// Returns the type of an expression without running it; for a name alone, its type scheme. This serves `:type`. If
  /// there are errors, reports them, with `place` as the text's name, and returns nothing.
  std::optional<std::string> type_of(const std::string& text, const std::string& place = "prompt");
  /// Returns the type of the expression at the bytes from `begin` to `end` of the form `text`. Returns nothing if the
  /// type is not known. The form may have errors, which are not reported. It does not run and defines nothing.
  std::optional<std::string> type_inside(const std::string& text, uint32_t begin, uint32_t end);
  std::string print(const Outcome& o, bool abbreviate);

  /// Starts to record in `d` every evaluation rule that the interpreter applies (interp/derivation.hpp). If `d` is
  /// null, ends the recording. During a recording, a program's value is not printed. With a profile `p`, measures in it
  /// the time and memory of the forms that run (interp/profile.hpp); `d` is null then.
  void record(Derivation* d, Profile* p = nullptr) {
    machine_.profile(p), recording_ = d != nullptr;
    if (!p) machine_.record(d);
  }
  /// Ends the running evaluation with E0603. Safe in a signal handler.
  void interrupt() { machine_.interrupt() = true; }
  /// The standard input of the programs.
  ProgramInput& input() { return input_; }
  /// Clears an interrupt that came while nothing was running, so that it does not end the next run. Returns whether
  /// there was one.
  bool forget_interrupt() { return machine_.interrupt().exchange(false); }
  void set_timeout(std::optional<std::chrono::milliseconds> time) { options_.timeout = time; }
  /// Defines `name`, for later forms, as the value `o` of an earlier form. Returns the definition.
  GlobalId define_value(const std::string& name, const Outcome& o);
  /// Returns a definition's value and type. Returns the type alone if it is polymorphic, or if there is no value yet.
  Outcome value_of(GlobalId g);

  Frontend& frontend() { return frontend_; }
  const SessionOptions& options() const { return options_; }
  const OwnNames& names() const { return names_; }
  ProgramFiles& files() { return files_; }
  Reports& reports() { return reports_; }
  SessionTiers& tiers() { return tiers_; }

 private:
  friend class Callable; // callable.hpp
  friend void run_by(Session& session, Ranks* ranks);
  friend void free_after_use(Session& session);
  friend class Exchange;       // files/exchange.hpp
  friend class ProgramOutputs; // files/program_outputs.hpp
  friend class PlanFile;       // files/plan_file.hpp
  friend class Exporter;       // repl/build/exported.hpp
  void load_prelude();
  void start_clock();
  std::vector<const Datum*> read_text(FileId file);
  std::vector<const Datum*> read_and_expand(FileId file, std::vector<Top>& tops,
                                            Language from = Language::Nova);
  std::optional<Value> run_one(const CoreTop& top, bool& failed);
  void print_last(const Value& value, const CoreTop& form);
  int run_main(GlobalId main);
  // Defined in session/files/inputs.cpp.
  bool give_inputs(const InputTexts& inputs);
  bool give_input(GlobalId global, const std::string& value);
  // Defined in session/forms.cpp.
  bool run_unit(std::span<const Datum* const> unit, const FormHooks& hooks);
  std::vector<CoreTop> check_unit(std::span<const Datum* const> unit);
  bool run_checked(std::span<const CoreTop> forms, std::vector<Outcome>& outcomes);

  SessionOptions options_;
  Frontend frontend_;
  OwnNames names_{frontend_};
  ProgramInput input_;
  ProgramFiles files_;
  Machine machine_;
  ForeignFunctions foreign_;
  Reports reports_{frontend_, machine_.warnings, names_, options_};
  SessionTiers tiers_{machine_, options_};
  Checkpoints checkpoints_{machine_, tiers_};
  /// Functions that other programs call have names with a `$` (Callable): they are to keep their meaning.
  StaleUses stale_uses_{frontend_,
                        [this](GlobalId g) { return names_.is_own(g) && names_.name_of(g)[0] != '$'; }};
  const PhasePrinter printer_{frontend_, names_, options_.dump, options_.out};
  bool recording_ = false;
  bool frees_ = false; ///< whether values that no later form of a program uses are freed
  FormsRun ran_;       ///< statistics of the last text
};

/// Makes what a session runs next a part of a job, which all its ranks run; null: of this process alone. `ranks` outlives
/// that.
void run_by(Session& session, Ranks* ranks);

/// Says that nothing follows the program that the session's run_program runs, so that the value of a definition is freed
/// after the last form that uses it.
void free_after_use(Session& session);

} // namespace nova
