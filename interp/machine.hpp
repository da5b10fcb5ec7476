// The reference interpreter: a big-step evaluator of concrete Core. It defines the meaning of Nova, and every other
// tier is checked against it. Each rule is one named function (eval.cpp), each array built-in a plain loop (arrays/).
#pragma once
#include "frontend/monomorphise/monomorphise.hpp"
#include "frontend/state/frontend.hpp"
#include "interp/tiers.hpp"
#include "runtime/fault.hpp"
#include "runtime/progress.hpp"
#include <atomic>
#include <chrono>
#include <functional>
#include <optional>
#include <unordered_map>
#include <unordered_set>

namespace nova {

class Permissions; // runtime/io
class Ranks;       // runtime/ranks
class Loop;
class Race;       // race.hpp
class Derivation; // derivation.hpp
class Profile;    // profile.hpp
class ProfiledTiers;
struct Code; // eval.hpp
struct Eval;
struct Function;

/// A run-time error with its source location, and the active calls as notes. Thrown only inside of interp.
struct RuntimeError {
  Diagnostic diagnostic;
};

/// Returns the position of a call in the source as one number: file << 32 | offset.
inline uint64_t site_of(Span s) { return uint64_t{s.file} << 32 | s.begin; }

/// Returns the description of a plot in Vega-Lite, if it has one.
using DescribesPlot = std::function<std::optional<std::string>()>;

struct MachineOptions {
  uint64_t max_depth = 0; ///< most nested calls; 0: as many as the evaluator's stack allows
  std::optional<std::chrono::steady_clock::time_point> deadline;
  std::function<void(std::string_view)> out; ///< writes the output of `print`
  std::function<std::string(const std::function<void()>&)>
      in; ///< reads all of standard input; calls its argument meanwhile, which may throw to end the reading
  Permissions* permissions = nullptr;
  Ranks* ranks = nullptr; ///< the job of which this process is a rank, or null
  uint32_t threads = 1;   ///< how many threads a reader of files may use
  /// Asked now and then during a run whether to stop; a run that stops ends with E0603. May be empty.
  std::function<bool()> stops{};
  /// Makes a foreign function with a C text ready for calls, or throws the Fault that says why that can't be.
  std::function<void(GlobalId)> link_foreign{};
  std::function<void(std::string_view, const DescribesPlot&)>
      drawn{}; ///< hears of each plot, and its SVG text
  Tiers* tiers = nullptr;
  Derivation* derivation = nullptr; ///< records the rules of a run, or null; set by Machine::record
  Profile* profile = nullptr;       ///< measures the forms of a run, or null; set by Machine::profile
};

class Machine {
 public:
  Machine(Frontend& frontend, MachineOptions options);
  ~Machine();

  /// Runs one checked form and returns its value (none for definitions), or the run-time error. Runs on a large stack
  /// of its own. Too deep a recursion or too little memory ends in a located error, never in a crash.
  Result<std::optional<Value>> run(const CoreTop& top);
  /// Applies a function to arguments, as a form at the span `at` would do. Moves from `arguments`. Errors end it as in
  /// `run`. A call links nothing and so leaves nothing.
  Result<Value> apply(const Value& function, std::span<Value> arguments, Span at);
  /// Sets the value of a declared input of a NOVA program.
  void set_input(GlobalId g, Value v);
  /// Returns the flag by which another thread or a signal handler stops the evaluation, which then ends with E0603.
  std::atomic<bool>& interrupt() { return interrupt_; }
  /// Starts to record all applications of rules: they are added to `d`. Null ends the recording. While recording, no
  /// tier is asked and no operator is tested (associativity.hpp). Called only between runs.
  void record(Derivation* d);
  /// Starts to measure all forms: their times and memory are added to `p`. Null ends that. Called only between runs,
  /// and not while rules are recorded.
  void profile(Profile* p);
  void set_deadline(std::optional<std::chrono::steady_clock::time_point> t) { options.deadline = t; }
  /// Returns the progress of the outermost running loop, in elements, or in bytes of the file that is read. Any thread may call it. Each call requests new
  /// numbers, which the evaluating thread stores at its next check_stop, and returns the numbers of the previous
  /// request.
  Progress progress();
  /// Warnings of a run, such as that an operator is not associative. The session removes them.
  Diagnostics warnings;

  // The following members are for the evaluator's rules and built-ins (interp, interp/arrays).
  Frontend& frontend;
  MachineOptions options;
  Layouts layouts;
  Monomorphiser mono;
  /// Returns the layout in which columns store elements of a concrete type. Layouts are memoised.
  const Layout* layout(TypeId element_type);
  /// How often each reduce or scan has run, which decides when its operator is tested (associativity.hpp), and how often
  /// each read-csv has guessed, which is told once. The key is the call's position in the source (`site_of`).
  std::unordered_map<uint64_t, uint32_t> site_counts;
  /// Returns what Value::code() returns for a function value that was made from this Lambda and holds `supplied`
  /// arguments.
  const void* code_of(const Core& lambda, uint32_t supplied);
  /// Applies a function to one or more arguments and returns the result.
  Value call(const Value& function, std::span<Value> arguments);
  /// Fails if the run was interrupted (E0603) or is past its deadline (E0604). Throws Overtaken if compiled code is
  /// ready for a form that is being interpreted (race.hpp).
  void check_stop();
  /// Counts elements that a loop has processed since its last poll. Calls check_stop about every 65,536 elements, and
  /// at once if the run was interrupted. Loops call it about every 1,024 elements.
  void poll(int64_t elements = 1024) {
    if ((polled_ += elements) >= 65536 || interrupt_) count_polled(), check_stop();
  }
  /// Returns the time by which it is decided what is compiled, in ns from some beginning. It is the clock's; in a job of
  /// ranks, it is what the interpreter has done so far, at a fixed price. So all ranks decide alike.
  double decision_ns() const;

  std::string name_of(GlobalId g) const {
    return std::string(frontend.symbols.text(frontend.program[g].name));
  }

  // The values of definitions, for the rules. An index is that of a MonoGlobal in `mono`. defined_value returns null
  // if there is no value yet.
  const Value* defined_value(uint32_t index) const {
    return index < globals_.size() && globals_[index] ? &*globals_[index] : nullptr;
  }
  void set_global(uint32_t index, Value v);
  /// Returns the value of a global. One that is a long text, a literal of the program, gets its value here.
  const Value* value_of_global(uint32_t index);
  /// Links a foreign function with a C text, or fails with E0422 if the session links none.
  void link_foreign(GlobalId g);
  /// Drops the value of a global. It is evaluated anew at its next use.
  void forget_global(uint32_t index) { globals_[index].reset(); }
  bool has_run(GlobalId g) const { return defined_.contains(g); }

  /// Sizes of the linker's tables at some time: later entries can be removed by `forget`.
  struct LinkMark {
    size_t functions, nodes, constants, forms, lambdas;
    bool watching; ///< whether the forms that ran were recorded or profiled
  };
  /// A checkpoint: the sizes of the machine's tables at some time, to which `forget` shrinks them.
  struct Mark {
    LinkMark linked;
    uint32_t instances;
    size_t sites;
  };
  Mark mark() const;
  /// Whether `forget` is not allowed with these arguments, because something that was made after `m` is still in use:
  /// an instance of a definition before `first`, or a function that is not in `gone` (Linker::lasts_since).
  bool lasts_since(const Mark& m, GlobalId first, std::span<const Core* const> gone) const;
  /// Removes what the machine has made after `m`. The caller itself removes the definitions from `first` on, the
  /// source texts from `file` on, and the Core nodes in `gone`.
  void forget(const Mark& m, GlobalId first, FileId file, std::span<const Core* const> gone);

 private:
  friend struct Eval;
  friend class Caller;
  friend class Checkpoint;
  friend class Uncounted;
  friend class Loop;
  friend class Race;
  std::optional<Diagnostic> guarded(Span at, const std::function<void()>& work);
  void tell_progress();
  void look_at_races();
  void count_polled();
  void count_calls(int32_t calls);
  std::optional<Value> run_here(const CoreTop& top);
  Value run_expression(const CoreTop& top);
  void compile_now(const CoreTop& top);
  void run_definition(GlobalId g);
  std::atomic<bool> interrupt_{false};
  int64_t polled_ = 0;             ///< elements since the last check_stop
  double done_ns_ = 0;             ///< what the interpreter has done so far, at a fixed price
  const Loop* loop_ = nullptr;     ///< the loop that progress() reports, or null
  std::vector<Race*> races_{};     ///< the races that are running, outermost first
  std::atomic<bool> asked_{false}; ///< whether progress() has requested new numbers
  std::atomic<int64_t> done_{0}, all_{0};
  std::atomic<bool> in_bytes_{false}; ///< whether they are bytes of a file
  std::deque<std::optional<Value>> globals_;
  std::unordered_set<GlobalId> defined_; ///< globals whose definitions have run
  std::unordered_map<uint32_t, const Layout*> layouts_by_type_;
  std::unique_ptr<Eval> eval_;
  Tiers* real_tiers_ = nullptr;                   ///< the tiers while a profile is made
  std::unique_ptr<ProfiledTiers> profiled_tiers_; ///< stand before the tiers while a profile is made
};

/// Reports the progress of a loop to Machine::progress while this object lives. `all` is the number of the loop's
/// elements, or 0 if it is unknown; `done` is how many are processed. Of nested loops, the outermost one with `all` >
/// 1 is reported.
class Loop {
 public:
  enum Unit : uint8_t { Elements, Bytes }; ///< what is counted: elements, or bytes of a file
  Loop(Machine& machine, int64_t all, Unit unit = Elements) : all_(all), unit_(unit) {
    if (!machine.loop_ && all > 1) begin(machine);
  }
  ~Loop() {
    if (told_) end();
  }
  Loop(const Loop&) = delete;
  int64_t done = 0;

 private:
  friend class Machine;
  void begin(Machine& machine);
  void end();
  int64_t all_;
  Unit unit_;
  Machine* told_ = nullptr; ///< the machine that reports this loop, or null
};

class Caller;

/// The evaluator's state before a call. Code that catches an error of that call restores the state before it goes on.
class Checkpoint {
 public:
  explicit Checkpoint(Machine& machine);
  /// Removes what the failed call has left on the evaluator's stack, and resets the depth of calls.
  void restore() const;

 private:
  Eval& eval_;
  Value *top_, *pinned_;
  uint64_t depth_;
  const Code* site_;
  const Caller* caller_;
};

/// The elements that the loop of an array built-in is processing, one of each vector. If the function that the loop
/// calls fails, the error message shows these elements. `node` is the call of the built-in, `args` are the values of
/// its arguments.
struct LoopElement {
  const Core& node;
  std::span<const Value> args;
  size_t first, count;  ///< index in `args` of the first vector, and number of vectors
  const int64_t& index; ///< index of the current element of each vector, in row-major order
};

/// Calls one function many times with n arguments, for the loops of array built-ins. If the function needs exactly n
/// arguments, its frame is set up once; each call then writes the arguments into it and evaluates the body. Callers
/// are destroyed in the reverse order of construction.
class Caller {
 public:
  Caller(Machine& machine, const Value& function, uint32_t arguments);
  ~Caller();
  Caller(const Caller&) = delete;
  /// Sets the elements that error messages of the calls show. The objects that `e` refers to must outlive the calls.
  void follows(const LoopElement& e) { element_.emplace(e); }
  Value operator()(Value a);
  Value operator()(Value a, Value b);
  Value operator()(std::span<Value> arguments);

 private:
  friend struct Eval;
  Value run();
  Eval& eval_;
  std::optional<LoopElement> element_;
  const Caller* outer_ = nullptr; ///< during a call: the next Caller outwards, or null
  uint64_t depth_ = 0;            ///< during a call: index of that call in Eval::calls, the active calls
  Value function_;
  const Function& code_;
  Value* frame_ = nullptr; ///< the function's frame; null if it needs another number of arguments
  Value* after_ = nullptr; ///< the frame's end
};

/// The Lambda that a function value calls (null for a foreign function), and the number of arguments that a partial
/// application holds. The items of the function value are these arguments, then the captured values.
struct Closure {
  const Core* lambda = nullptr;
  uint32_t supplied = 0;
};
Closure closure_of(const Value& function);

/// The implementation of an array or effect built-in. `node` is the call, a concrete Primitive, whose types determine
/// the layouts of the result. The function may move from `args`. A Fault that it throws is located at `node`.
using BuiltinFunction = Value (*)(Machine& machine, const Core& node, std::span<Value> args);
BuiltinFunction array_builtin(BuiltinId id); ///< null for a scalar built-in (interp/arrays/table.cpp)

/// Returns a value as text that reads back (language.md section 7). If `abbreviate`, a long vector becomes
/// [0 1 2 ... 7 8 9].
std::string print_value(const Value& v, TypeId type, Types& types, const Symbols& symbols,
                        bool abbreviate = false);
/// Calls `out` with consecutive pieces of the text that print_value would return, so that a large value needs no
/// string of its size. Deep values are traversed with an explicit stack.
void write_value(const Value& v, TypeId type, Types& types, const Symbols& symbols, bool abbreviate,
                 const std::function<void(std::string_view)>& out);

} // namespace nova
