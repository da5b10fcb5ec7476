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
class Loop;
class Race;       // race.hpp
class Derivation; // derivation.hpp
struct Code;      // eval.hpp
struct Eval;
struct Function;

/// A run-time error with its source location, and the active calls as notes. Thrown only inside of interp.
struct RuntimeError {
  Diagnostic diagnostic;
};

struct MachineOptions {
  uint64_t max_depth = 0; ///< most nested calls; 0: as many as the evaluator's stack allows
  std::optional<std::chrono::steady_clock::time_point> deadline;
  std::function<void(std::string_view)> out; ///< writes what print prints
  std::function<std::string(const std::function<void()>&)>
      in; ///< returns all of standard input; calls its argument now and then, which may throw to end it
  Permissions* permissions = nullptr;
  Tiers* tiers = nullptr;
  Derivation* derivation = nullptr; ///< set by Machine::record
};

class Machine {
 public:
  Machine(Frontend& frontend, MachineOptions options);
  ~Machine();

  /// Runs one checked form and returns its value (none for definitions), or the run-time error. Runs on a large stack
  /// of its own. Too deep a recursion or too little memory ends in a located error, never in a crash.
  Result<std::optional<Value>> run(const CoreTop& top);
  /// Sets the value of a declared input of a NOVA program.
  void set_input(GlobalId g, Value v);
  /// Returns the flag by which another thread or a signal handler stops the evaluation, which then ends with E0603.
  std::atomic<bool>& interrupt() { return interrupt_; }
  /// Records every rule that is applied in `d` from now on; null ends the recording. While recording, no tier is
  /// asked and no operator is tested. Called only between runs.
  void record(Derivation* d);
  void set_deadline(std::optional<std::chrono::steady_clock::time_point> t) { options.deadline = t; }
  /// Returns the progress of the outermost running loop, in elements. Any thread may call it, repeatedly: each call
  /// requests new numbers, which the evaluation stores at its next check_stop. So a call returns those of the request
  /// before.
  Progress progress();
  /// Warnings of a run (an operator that is not associative), which the session takes.
  Diagnostics warnings;

  // For the evaluator's own rules and built-ins (interp, interp/arrays).
  Frontend& frontend;
  MachineOptions options;
  Layouts layouts;
  Monomorphiser mono;
  /// Returns the layout by which elements of a concrete type are stored (memoised).
  const Layout* layout(TypeId element_type);
  /// How often the operators of a reduce or scan were tested, by call site (associativity.hpp).
  std::unordered_map<uint64_t, uint32_t> operator_tests;
  /// Returns the argument `code` of Value::function for closures of a Lambda that hold `supplied` arguments.
  const void* code_of(const Core& lambda, uint32_t supplied);
  /// Applies a function to arguments (at least one).
  Value call(const Value& function, std::span<Value> arguments);
  /// Throws if the run was interrupted (E0603), is past its deadline (E0604), or was overtaken in a race.
  void check_stop();
  /// Calls check_stop about every 65,536 elements. Loops call `poll` after about 1,024 elements, or pass the number
  /// of elements since the last call.
  void poll(int64_t elements = 1024) {
    if ((polled_ += elements) >= 65536 || interrupt_) polled_ = 0, check_stop();
  }

  std::string name_of(GlobalId g) const {
    return std::string(frontend.symbols.text(frontend.program[g].name));
  }

  // For the rules: the values of definitions, by MonoGlobal index.
  const Value* defined_value(uint32_t index) const {
    return index < globals_.size() && globals_[index] ? &*globals_[index] : nullptr;
  }
  void set_global(uint32_t index, Value v);
  /// Drops the value of a global, which is evaluated anew at its next use.
  void forget_global(uint32_t index) { globals_[index].reset(); }
  bool has_run(GlobalId g) const { return defined_.contains(g); }

  struct LinkMark {
    size_t functions, nodes, constants, foreign, forms, lambdas;
  };
  struct Mark {
    LinkMark linked;
    uint32_t instances;
    size_t operators;
  };
  Mark mark() const;
  /// Whether `forget` with these arguments is not allowed: something made since `m` is an instance of a definition
  /// before `first`, or a function that is not in `gone`.
  bool lasts_since(const Mark& m, GlobalId first, std::span<const Core* const> gone) const;
  /// Removes what was made since `m`: of the definitions from `first` on, the texts from `file` on, and the core
  /// `gone`.
  void forget(const Mark& m, GlobalId first, FileId file, std::span<const Core* const> gone);

 private:
  friend struct Eval;
  friend class Caller;
  friend class Checkpoint;
  friend class Loop;
  friend class Race;
  void tell_progress();
  void look_at_races();
  std::optional<Value> run_here(const CoreTop& top);
  Value run_expression(const CoreTop& top);
  void run_definition(GlobalId g);
  std::atomic<bool> interrupt_{false};
  int64_t polled_ = 0;             ///< elements since the last check_stop
  const Loop* loop_ = nullptr;     ///< the loop that progress() reports, or null
  std::vector<Race*> races_{};     ///< the races that are under way, outermost first
  std::atomic<bool> asked_{false}; ///< whether progress() waits for new numbers
  std::atomic<int64_t> done_{0}, all_{0};
  std::deque<std::optional<Value>> globals_;
  std::unordered_set<GlobalId> defined_; ///< globals whose definitions have run
  std::unordered_map<uint32_t, const Layout*> layouts_by_type_;
  std::unique_ptr<Eval> eval_;
};

/// A loop over elements, as long as this object lives. Of nested loops, Machine::progress reports the outermost one
/// whose number of elements (`all`) is known.
class Loop {
 public:
  Loop(Machine& machine, int64_t all) : all_(all) {
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
  Machine* told_ = nullptr; ///< the machine that reports this loop, or null
};

class Caller;

/// The evaluator's state before a call, for code that goes on after an error in that call.
class Checkpoint {
 public:
  explicit Checkpoint(Machine& machine);
  /// Forgets what the failed call left on the evaluator's stack.
  void restore() const;

 private:
  Eval& eval_;
  Value *top_, *pinned_;
  uint64_t depth_;
  const Code* site_;
  const Caller* caller_;
};

/// The elements that the loop of an array built-in is processing, for messages of errors in the function that it
/// calls.
struct LoopElement {
  const Core& node;
  std::span<const Value> args;
  size_t first, count;  ///< index in `args` of the first vector, and number of vectors
  const int64_t& index; ///< index of the current elements, in row-major order
};

/// Calls one function many times with n arguments, for the loops of array built-ins. If the function needs exactly n
/// arguments, its frame is set up once; each call then writes the arguments into it and evaluates the body. Callers
/// are destroyed in the reverse order of construction.
class Caller {
 public:
  Caller(Machine& machine, const Value& function, uint32_t arguments);
  ~Caller();
  Caller(const Caller&) = delete;
  /// Sets the loop elements that the calls process, for error messages. What `e` refers to outlives the calls.
  void follows(const LoopElement& e) { element_.emplace(e); }
  Value operator()(Value a);
  Value operator()(Value a, Value b);
  Value operator()(std::span<Value> arguments);

 private:
  friend struct Eval;
  Value run();
  Eval& eval_;
  std::optional<LoopElement> element_;
  const Caller* outer_ = nullptr; ///< during a call: the Caller around this one, or null
  uint64_t depth_ = 0;            ///< during a call: its index in Eval::calls
  Value function_;
  const Function& code_;
  Value* frame_ = nullptr; ///< null: the function takes another number of arguments
  Value* after_ = nullptr; ///< the frame's end
};

/// The Lambda that a function value runs (null for a foreign function), and the number of arguments that it holds.
/// The value's items are these arguments, then the captured values.
struct Closure {
  const Core* lambda = nullptr;
  uint32_t supplied = 0;
};
Closure closure_of(const Value& function);

/// The implementation of an array or effect built-in. `node` is the concrete Primitive, whose types determine the
/// layouts. `args` may be moved from. Faults are located at the node.
using BuiltinFunction = Value (*)(Machine& machine, const Core& node, std::span<Value> args);
BuiltinFunction array_builtin(BuiltinId id); ///< interp/arrays/table.cpp; null for scalars

/// Returns a value as text that reads back (language.md section 7). If `abbreviate`, a long vector becomes
/// [0 1 2 ... 7 8 9].
std::string print_value(const Value& v, TypeId type, Types& types, const Symbols& symbols,
                        bool abbreviate = false);
/// Passes the same text to `out` in pieces, so that a large value needs no string of its size. Deep values are
/// traversed with an explicit stack.
void write_value(const Value& v, TypeId type, Types& types, const Symbols& symbols, bool abbreviate,
                 const std::function<void(std::string_view)>& out);

} // namespace nova
