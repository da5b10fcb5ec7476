// A session: one instance of Nova with its state. It owns the frontend, the interpreter and the user's permissions,
// and is the only place that takes text through the whole pipeline: read, expand, check, run.
#pragma once
#include "interp/machine.hpp"
#include "repl/session/checkpoint.hpp"
#include "repl/session/program_files.hpp"
#include "repl/session/reports.hpp"
#include "repl/session/session_tiers.hpp"
#include "repl/session/stale_uses.hpp"
#include <atomic>

namespace nova {

/// A program's inputs: pairs of a name and a file or literal, as given by `--input`.
using InputTexts = std::vector<std::pair<std::string, std::string>>;

/// The result of running a form: its value and type. There is no value for a definition, or if the form failed.
struct Outcome {
  std::optional<Value> value;
  TypeId type{};
  const CoreTop* top = nullptr;
  MadeRef made{}; ///< how the value came to be; null if only the interpreter runs forms
};

/// Callbacks around the forms that run. A unit is one form, or several adjacent definitions.
struct FormHooks {
  std::function<void(const Outcome&)> done{}; ///< called for each form that ran
  std::function<bool(std::string_view)>
      before{}; ///< called with the text of a unit before it is expanded; false: it does not run
  std::function<void(std::string_view)> after{}; ///< called with the text that ran of a unit
};

/// Statistics of the last text: its forms, those that ran, and the names that it defined or failed to define.
struct FormsRun {
  size_t forms = 0, good = 0;
  std::vector<GlobalId> defined{}, undefined{};
  std::vector<TypeDeclId> types{};
};

/// Whether the form is a `define`. Adjacent definitions are expanded as one unit.
bool is_definition(Frontend& f, const Datum& form);

/// Whether the forms after a failed one still run.
enum class OnError : uint8_t { Stop, GoOn };

class Session {
 public:
  explicit Session(SessionOptions options);
  ~Session();

  /// Runs a whole program: reads, expands and checks all of it, then runs it form by form. Reports every diagnostic.
  /// Returns the exit status: 0, 1, or the result of a Harlan program's main.
  int run_program(FileId file, const InputTexts& inputs = {});
  /// Checks a program without running it; with `types`, prints each definition's type. Returns the exit status.
  int check_program(FileId file, bool types);
  /// Returns a program's checked forms. If it has errors, reports them and returns nothing.
  std::optional<std::vector<CoreTop>> checked_forms(FileId file);
  /// Runs forms typed at the prompt in order; later forms can use the definitions of earlier ones. A form that fails
  /// leaves nothing behind. Returns false if a form failed.
  bool run_forms(FileId file, const FormHooks& hooks, OnError on_error = OnError::Stop);
  bool run_forms(FileId file, std::function<void(const Outcome&)> done) {
    return run_forms(file, FormHooks{std::move(done)});
  }
  /// Returns a line that says how many of the last text's forms ran, and which definitions are missing. Returns "" if
  /// all forms ran, or if there was only one.
  std::string what_ran() const;

  FileId add_text(std::string name, std::string text) {
    return frontend_.sources.add(std::move(name), std::move(text));
  }
  /// Adds the next text typed at a prompt. Removes what the previous text left behind and nothing refers to.
  FileId type_text(std::string name, std::string text);
  /// Loads a file as ProgramFiles::load does, and starts the time limit of its run.
  std::optional<FileId> load_file(const std::string& path);
  /// Returns the type of an expression without running it, or a name's type scheme, for `:type`. Reports errors and
  /// returns nothing then.
  std::optional<std::string> type_of(const std::string& text);
  /// Returns the type of the expression at the bytes from `begin` to `end` of a form, if it is known. The form may
  /// have errors, which are not reported, and leaves nothing behind.
  std::optional<std::string> type_inside(const std::string& text, uint32_t begin, uint32_t end);
  std::string print(const Outcome& o, bool abbreviate);

  /// Starts to record every applied rule in `d` (interp/derivation.hpp); null ends the recording. While it lasts, a
  /// program's value is not printed.
  void record(Derivation* d) { machine_.record(d), recording_ = d != nullptr; }
  /// Ends the running evaluation with E0603. Safe in a signal handler.
  void interrupt() { machine_.interrupt() = true; }
  /// Whether a program waits for the end of standard input. May be called from any thread.
  bool waits_for_input() const { return waits_; }
  /// Clears an interrupt that came while nothing ran.
  void forget_interrupt() { machine_.interrupt() = false; }
  void set_timeout(std::optional<std::chrono::milliseconds> time) { options_.timeout = time; }
  /// Defines `name` as the value `o` of an earlier form, for later forms.
  void define_value(const std::string& name, const Outcome& o);
  /// Returns a definition's value and type. Returns the type alone if it is polymorphic, or if there is no value yet.
  Outcome value_of(GlobalId g);

  Frontend& frontend() { return frontend_; }
  const SessionOptions& options() const { return options_; }
  const OwnNames& names() const { return names_; }
  ProgramFiles& files() { return files_; }
  Reports& reports() { return reports_; }
  SessionTiers& tiers() { return tiers_; }

 private:
  void load_prelude();
  void start_clock();
  std::vector<const Datum*> read_text(FileId file);
  std::vector<const Datum*> read_and_expand(FileId file, Unit unit, std::vector<Top>& tops);
  std::optional<Value> run_one(const CoreTop& top, bool& failed);
  void print_last(const Value& value, const CoreTop& form);
  int run_main(GlobalId main);
  // Defined in session/inputs.cpp.
  bool give_inputs(const InputTexts& inputs);
  bool give_input(GlobalId global, const std::string& value);
  // Defined in session/forms.cpp.
  bool run_unit(std::span<const Datum* const> unit, const FormHooks& hooks);
  std::vector<CoreTop> check_unit(std::span<const Datum* const> unit);
  bool run_checked(std::span<const CoreTop> forms, std::vector<Outcome>& outcomes);

  SessionOptions options_;
  Frontend frontend_;
  OwnNames names_{frontend_};
  std::atomic<bool> waits_ = false;
  ProgramFiles files_;
  Machine machine_;
  Reports reports_{frontend_, machine_.warnings, names_, options_};
  SessionTiers tiers_{machine_, options_};
  Checkpoints checkpoints_{machine_, tiers_};
  StaleUses keepers_{frontend_, [this](GlobalId g) { return names_.is_own(g); }};
  const PhasePrinter printer_{frontend_, names_, options_.dump, options_.out};
  bool recording_ = false;
  FormsRun ran_; ///< statistics of the last text
};

} // namespace nova
