// Session: one Nova from its start to its end. It owns the frontend, the interpreter and what the user allowed, and is
// the only place that takes text all the way to values: read, expand, check, run.
#pragma once
#include "interp/machine.hpp"
#include "jit/tiers/tiers.hpp"
#include "repl/session/stale_uses.hpp"
#include "repl/session/value_verdicts.hpp"
#include "runtime/io/permissions.hpp"
#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace nova {

/// Intermediate languages that `--dump` prints, in the pipeline's order.
enum class Phase : uint8_t { Datum, Expr, Types, Core, Plan, Fused, C, Cuda, Ptx, Counts, Run };

/// A phase by its name in `--dump`.
std::optional<Phase> phase_named(std::string_view name);

/// What `--dump` prints.
struct Dumps {
  std::vector<Phase> phases;
  std::vector<std::string>
      passes; ///< of the optimiser: the plan before and after each, where it changes something

  /// Adds what the name stands for; false where there is neither a phase nor a pass of that name.
  bool add(std::string_view name);
  bool has(Phase p) const;
  /// Does it need the tiers' plans?
  bool plans() const;
};
/// The names that `Dumps::add` knows, for messages.
std::string dump_names();
/// The phases alone.
std::string phase_names();

/// Inputs of a program by their names: files or literals, as `--input` gives them.
using InputTexts = std::vector<std::pair<std::string, std::string>>;

struct SessionOptions {
  uint64_t max_memory = 0;                          ///< bytes; 0: half the machine's
  std::optional<std::chrono::milliseconds> timeout; ///< of one run
  uint64_t max_depth = 0;                           ///< calls; 0: what the evaluator's stack carries
  uint32_t threads = 0;                             ///< 0: as many as the machine has
  TierOptions tiers;
  bool stats = false;    ///< what the tiers did, at the end
  bool verdicts = false; ///< how far each value is known to be right, at the end
  bool abbreviate = false;
  std::vector<std::string> allow_read, allow_write;
  Dumps dump;
  Phase stop_after = Phase::Run;
  std::function<void(std::string_view)> out, err; ///< values and print; everything else
  bool colour = false;                            ///< of diagnostics
  bool breaks_lines = false;                      ///< of diagnostics, to fit the terminal
};

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
  /// Did Ctrl-C end the last run?
  bool was_interrupted() const { return interrupted_; }

  FileId add_text(std::string name, std::string text) {
    return frontend_.sources.add(std::move(name), std::move(text));
  }
  /// The next text typed at a prompt. What the one before left that nothing refers to is forgotten.
  FileId type_text(std::string name, std::string text);
  /// The text of a file that the user names; what it reads may lie in its folder. Reports what stands in the way.
  std::optional<FileId> load_file(const std::string& path);
  /// Writes a file where a program may; else throws what a program would end with.
  void write_file(const std::string& path, std::string_view bytes) const;
  /// Lets programs read what lies in the folder, or the file.
  void allow_read(const std::filesystem::path& folder) { permissions_.allow_read(folder); }
  /// `:type`: the type of an expression without running it, or of a name with its scheme.
  std::optional<std::string> type_of(const std::string& text);
  /// The type of the expression at these bytes of a form, as far as it is known. The form may be wrong; it is as if never
  /// typed, and nothing is told of it.
  std::optional<std::string> type_inside(const std::string& text, uint32_t begin, uint32_t end);
  /// `:doc`: what is known of a name.
  std::optional<std::string> documentation(const std::string& name);
  std::string print(const Outcome& o, bool abbreviate);
  /// `:why`: what the tiers did with the array expressions of a text that ran.
  std::string why(FileId file) const;
  /// `:verdicts`: how far each value so far is known to be right, of the last `most` forms.
  std::string verdicts(size_t most = SIZE_MAX) const;
  /// What happens just now; any thread may ask.
  Activity activity();
  /// The tiers above the interpreter; null where there is none.
  TierManager* tiers() { return tiers_.get(); }

  /// From now on every rule that is applied is recorded (interp/derivation.hpp); null: no more. A program's value is
  /// not printed then.
  void record(Derivation* d) { machine_->record(d), recording_ = d != nullptr; }
  /// Was it written in the prelude?
  bool in_prelude(Span s) const {
    return s.file != 0 && frontend_.sources.user_span(s).file < first_own_file_;
  }
  /// Safe in a signal handler: the running evaluation ends with E0603.
  void interrupt() { machine_->interrupt() = true; }
  /// Does (read-stdin) wait for its end? Any thread may ask.
  bool waits_for_input() const { return waits_; }
  /// What came while nothing ran stops nothing.
  void forget_interrupt() { machine_->interrupt() = false; }
  void set_dump(Dumps dump);
  /// How many plans, texts of kernels and passes were printed.
  size_t dumped() const { return dumped_; }
  /// Callback for each form with kernels that is reached (jit/explain/flow.hpp), in any tier; empty: none.
  void watch_flows(std::function<void(Span, plan::Flow)> told);
  /// Who is told of what the simulated GPU's threads do; null: nobody.
  void watch_sim(plan::SimWatch* watch);
  void set_tier(Tier tier);
  void set_checking(Checking checking);
  void set_timeout(std::optional<std::chrono::milliseconds> time) { options_.timeout = time; }
  /// Names the value of a form that ran for later forms.
  void define_value(const std::string& name, const Outcome& o);
  /// A definition's value, where it has one of one type; no value, but the type, where that type is open.
  Outcome value_of(GlobalId g);
  std::string_view name_of(GlobalId g) const { return frontend_.symbols.text(frontend_.program[g].name); }
  /// Does the session's definition have a name that the prelude, or a built-in, has?
  bool hides_prelude(GlobalId g) const;
  /// Does it belong to the session, and not to the prelude?
  bool is_own(GlobalId g) const { return frontend_.program[g].form.file >= first_own_file_; }
  Frontend& frontend() { return frontend_; }
  const SessionOptions& options() const { return options_; }
  /// While it is so, what runs again has no verdict of its own.
  void hold_verdicts(bool on) { holds_verdicts_ = on; }
  /// Was an error told?
  bool failed() const { return failed_; }
  /// Prints what was reported since the last call; false if there was an error.
  bool flush_diagnostics();
  /// Diagnostics go here instead of to `err`, rendered (the transcript runner's hook).
  std::function<void(const Diagnostic&)> on_diagnostic;

 private:
  // session/checkpoint.cpp
  struct Mark;
  std::shared_ptr<const Mark> mark();
  bool lasts_since(const Mark& m, std::span<const Core* const> gone) const;
  void forget_since(const Mark& m);
  void load_prelude();
  void set_up_tiers();
  std::optional<FileId> load_import(const std::string& path, Span at);
  std::optional<FileId> load_allowed(const std::string& path, Span at);
  std::optional<FileId> load_bytes(const std::string& path, Span at, const std::function<BufferRef()>& read);
  std::function<void()> stop_check();
  std::vector<const Datum*> read_text(FileId file);
  // session/forms.cpp
  /// What became of a text's forms.
  struct Ran {
    size_t forms = 0, good = 0;
    std::vector<GlobalId> defined{}, undefined{};
    std::vector<TypeDeclId> types{};
  };
  size_t drop_unreadable(FileId file, std::vector<const Datum*>& data) const;
  size_t end_of_line(std::span<const Datum* const> data, size_t n) const;
  bool run_unit(std::span<const Datum* const> unit, const FormHooks& hooks, Ran& ran);
  std::vector<CoreTop> check_unit(std::span<const Datum* const> unit);
  bool run_checked(std::span<const CoreTop> forms, std::vector<Outcome>& outcomes);
  bool has_failed(const CoreTop& form) const;
  void fail_dependents(std::span<const CoreTop> forms);
  void note_definitions(size_t first, bool taken, Ran& ran);
  // session/types.cpp
  std::optional<std::string> type_of_form(const Top& top);
  // session/warnings.cpp
  void warn_of_older_types(std::span<const TypeDeclId> declared);
  void warn_of_keepers(std::span<const GlobalId> defined);
  bool is_call(std::span<const Datum* const> line);
  void report_several(std::span<const Datum* const> data);
  void warn_of_bare_calls(std::span<const Datum* const> data);
  bool defines(const Datum& d);
  size_t unit_length(std::span<const Datum* const> data);
  std::vector<const Datum*> read_and_expand(FileId file, Unit unit, std::vector<Top>& tops);
  bool dumps(Phase p) const { return options_.dump.has(p); }
  std::string counts() const;
  void dump_tops(std::span<const Top> tops);
  void dump_core(std::span<const CoreTop> tops);
  bool give_inputs(const InputTexts& inputs);
  bool give_input(GlobalId global, const std::string& value);
  std::vector<const Datum*> input_data(FileId file, GlobalId global, const std::string& value);
  std::vector<CoreTop> check_at_type(Top& top, const TypeExpr& type);
  std::optional<Value> run_one(const CoreTop& top, bool& failed);
  int run_main(GlobalId main);
  Diagnostic at_user_call(Diagnostic d) const;
  void report(const Diagnostic& d);
  void start_clock();

  SessionOptions options_;
  Permissions permissions_;
  Frontend frontend_;
  std::unique_ptr<Machine> machine_;
  std::unique_ptr<TierManager> tiers_;
  Verdicts verdicts_{frontend_};
  Keepers keepers_{frontend_, [this](GlobalId g) { return is_own(g); }};
  std::atomic<bool> waits_ = false;
  MadeRef made_; ///< what ran last
  size_t dumped_ = 0;
  bool recording_ = false, failed_ = false, holds_verdicts_ = false, stopped_ = false, interrupted_ = false;
  Ran ran_;
  FileId first_own_file_{};           ///< files before it are the prelude's
  std::shared_ptr<const Mark> typed_; ///< before the last text that was typed
};

/// "2G" -> bytes, "15s" / "200ms" / "2m" -> milliseconds; empty where the text is neither.
std::optional<uint64_t> parse_size(std::string_view text);
std::optional<std::chrono::milliseconds> parse_duration(std::string_view text);

} // namespace nova
