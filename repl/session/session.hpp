// Session: one Nova from its start to its end. It owns the frontend, the interpreter and what the user allowed, and is
// the only place that takes text all the way to values: read, expand, check, run.
#pragma once
#include "interp/machine.hpp"
#include "repl/session/checkpoint.hpp"
#include "repl/session/program_files.hpp"
#include "repl/session/reports.hpp"
#include "repl/session/session_tiers.hpp"
#include "repl/session/stale_uses.hpp"
#include <atomic>

namespace nova {

/// Inputs of a program by their names: files or literals, as `--input` gives them.
using InputTexts = std::vector<std::pair<std::string, std::string>>;

/// A form that ran: its value and type (no value for a definition, or where it failed).
struct Outcome {
  std::optional<Value> value;
  TypeId type{};
  const CoreTop* top = nullptr;
  MadeRef made{}; ///< where there are other tiers than the interpreter
};

/// Who hears of forms that run.
struct FormHooks {
  std::function<void(const Outcome&)> done{}; ///< of each that ran
  std::function<bool(std::string_view)>
      before{}; ///< of each piece of the text that is expanded as one; false: it is not to run
  std::function<void(std::string_view)> after{}; ///< of what of it has run
};

/// What became of a text's forms.
struct FormsRun {
  size_t forms = 0, good = 0;
  std::vector<GlobalId> defined{}, undefined{};
  std::vector<TypeDeclId> types{};
};

/// Does the form define something, so that it is read with those beside it?
bool is_definition(Frontend& f, const Datum& form);

/// What becomes of the forms behind one that failed.
enum class OnError : uint8_t { Stop, GoOn };

class Session {
 public:
  explicit Session(SessionOptions options);
  ~Session();

  /// A whole program: read, expand and check all of it, then run it form by form. Reports every diagnostic. Returns the
  /// exit status: 0, 1, or what a Harlan program's main gave.
  int run_program(FileId file, const InputTexts& inputs = {});
  /// Checks a program without running it; with `types` prints each definition's type.
  int check_program(FileId file, bool types);
  /// A program's checked forms; nothing where it has errors, which are reported.
  std::optional<std::vector<CoreTop>> checked_forms(FileId file);
  /// Forms typed at the prompt, one after the other: a definition is seen by the next form. False if some form failed:
  /// it is as if never typed.
  bool run_forms(FileId file, const FormHooks& hooks, OnError on_error = OnError::Stop);
  bool run_forms(FileId file, std::function<void(const Outcome&)> done) {
    return run_forms(file, FormHooks{std::move(done)});
  }
  /// How many of the last forms ran, and which definitions are missing; nothing where all is good, or there was but one.
  std::string what_ran() const;

  FileId add_text(std::string name, std::string text) {
    return frontend_.sources.add(std::move(name), std::move(text));
  }
  /// The next text typed at a prompt. What the one before left that nothing refers to is forgotten.
  FileId type_text(std::string name, std::string text);
  /// As ProgramFiles::load. The time that a run may take begins.
  std::optional<FileId> load_file(const std::string& path);
  /// `:type`: the type of an expression without running it, or of a name with its scheme.
  std::optional<std::string> type_of(const std::string& text);
  /// The type of the expression at these bytes of a form, as far as it is known. The form may be wrong; it is as if never
  /// typed, and nothing is told of it.
  std::optional<std::string> type_inside(const std::string& text, uint32_t begin, uint32_t end);
  std::string print(const Outcome& o, bool abbreviate);

  /// From now on every rule that is applied is recorded (interp/derivation.hpp); null: no more. A program's value is
  /// not printed then.
  void record(Derivation* d) { machine_.record(d), recording_ = d != nullptr; }
  /// Safe in a signal handler: the running evaluation ends with E0603.
  void interrupt() { machine_.interrupt() = true; }
  /// Does (read-stdin) wait for its end? Any thread may ask.
  bool waits_for_input() const { return waits_; }
  /// What came while nothing ran stops nothing.
  void forget_interrupt() { machine_.interrupt() = false; }
  void set_timeout(std::optional<std::chrono::milliseconds> time) { options_.timeout = time; }
  /// Names the value of a form that ran for later forms.
  void define_value(const std::string& name, const Outcome& o);
  /// A definition's value, where it has one of one type; no value, but the type, where that type is open.
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
  // session/inputs.cpp
  bool give_inputs(const InputTexts& inputs);
  bool give_input(GlobalId global, const std::string& value);
  // session/forms.cpp
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
  FormsRun ran_; ///< of the last text
};

} // namespace nova
