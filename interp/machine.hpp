// The reference interpreter: a big-step evaluator of concrete Core, the meaning of Nova and the judge of every other
// tier. One named function per rule (eval.cpp), plain loops for array built-ins (arrays/).
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

/// A run-time error with its place and its stack of source forms (as notes). Thrown inside interp only.
struct RuntimeError {
  Diagnostic diagnostic;
};

struct MachineOptions {
  uint64_t max_depth = 0; ///< calls; 0: as many as the evaluator's stack carries
  std::optional<std::chrono::steady_clock::time_point> deadline;
  std::function<void(std::string_view)> out; ///< where print writes
  std::function<std::string(const std::function<void()>&)>
      in; ///< all of standard input; calls what may throw
  Permissions* permissions = nullptr;
  Tiers* tiers = nullptr;
  Derivation* derivation = nullptr; ///< Machine::record
};

class Machine {
 public:
  Machine(Frontend& frontend, MachineOptions options);
  ~Machine();

  /// Runs one checked form: its value (none for definitions), or the run-time error. Definitions take effect. Runs on
  /// the evaluator's own large stack; depth and memory end in a located error, never a crash.
  Result<std::optional<Value>> run(const CoreTop& top);
  /// Gives a NOVA program's declared input its value.
  void set_input(GlobalId g, Value v);
  /// Another thread (or a signal handler) asks the evaluation to stop: it ends with E0603.
  std::atomic<bool>& interrupt() { return interrupt_; }
  /// Every rule that is applied is recorded from now on, no tier is asked and no operator tried; null: no more.
  /// Between runs.
  void record(Derivation* d);
  void set_deadline(std::optional<std::chrono::steady_clock::time_point> t) { options.deadline = t; }
  /// Progress of the outermost running loop, in elements. Any thread may ask again and again: the evaluation
  /// answers when it next looks at the clock, so the numbers are some tenths of a second old.
  Progress progress();
  /// Warnings of a run (an operator that is not associative), taken by the session.
  Diagnostics warnings;

  // For the interpreter's own rooms (eval, arrays).
  Frontend& frontend;
  MachineOptions options;
  Layouts layouts;
  Monomorphiser mono;
  /// How elements of a concrete type are stored (memoised).
  const Layout* layout(TypeId element_type);
  /// How often the operators of a reduce or scan were tested, by call site (associativity.hpp).
  std::unordered_map<uint64_t, uint32_t> operator_tests;
  /// What the closures of a Lambda run that hold so many arguments: Value::function's code.
  const void* code_of(const Core& lambda, uint32_t supplied);
  /// Applies a function to arguments (at least one).
  Value call(const Value& function, std::span<Value> arguments);
  /// Ctrl-C and the deadline: throws.
  void check_stop();
  /// The same, now and then. Loops call it after some 1,024 elements, or tell how many.
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
  /// It is evaluated anew at its next use.
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
  /// Is there something since then that others than the definitions from `first` on use, and the core that is `gone`?
  bool lasts_since(const Mark& m, GlobalId first, std::span<const Core* const> gone) const;
  /// What runs in the texts from `file` on is gone.
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
  int64_t polled_ = 0;             ///< elements since the last look at the clock
  const Loop* loop_ = nullptr;     ///< the outermost that runs
  std::vector<Race*> races_{};     ///< that are under way, outermost first
  std::atomic<bool> asked_{false}; ///< how far it is
  std::atomic<int64_t> done_{0}, all_{0};
  std::deque<std::optional<Value>> globals_;
  std::unordered_set<GlobalId> defined_; ///< whose definitions have run
  std::unordered_map<uint32_t, const Layout*> layouts_by_type_;
  std::unique_ptr<Eval> eval_;
};

/// A loop over elements, while it lives; of those in one another the outermost is told of whose number of elements is known.
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
  Machine* told_ = nullptr; ///< by which it is told of
};

class Caller;

/// For a built-in that goes on after an error in a call of its own: the evaluator's state before the call.
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

/// The elements that a loop of an array built-in is at, for errors in what it calls.
struct LoopElement {
  const Core& node;
  std::span<const Value> args;
  size_t first, count;  ///< which of the arguments are the vectors
  const int64_t& index; ///< in the flat order
};

/// Calls one function many times with n arguments: what array built-ins loop with. A function of just n parameters has
/// its frame set up once; each call then writes the arguments into it and evaluates the body. Callers end in the
/// reverse order of their making.
class Caller {
 public:
  Caller(Machine& machine, const Value& function, uint32_t arguments);
  ~Caller();
  Caller(const Caller&) = delete;
  /// Each call is for these. They outlive the calls.
  void follows(const LoopElement& e) { element_.emplace(e); }
  Value operator()(Value a);
  Value operator()(Value a, Value b);
  Value operator()(std::span<Value> arguments);

 private:
  friend struct Eval;
  Value run();
  Eval& eval_;
  std::optional<LoopElement> element_;
  const Caller* outer_ = nullptr; ///< while it runs: which one does around it
  uint64_t depth_ = 0;            ///< and which call its is
  Value function_;
  const Function& code_;
  Value* frame_ = nullptr; ///< null: the function takes another number of arguments
  Value* after_ = nullptr; ///< the frame's end
};

/// What a function value runs, and how many of its arguments it holds: its items are those, then what it
/// captured. The Lambda of a foreign function is null.
struct Closure {
  const Core* lambda = nullptr;
  uint32_t supplied = 0;
};
Closure closure_of(const Value& function);

/// The meaning of an array or effect built-in: `node` is the concrete Primitive (its types say which layouts), args
/// are moved from. Faults get node's span.
using BuiltinFunction = Value (*)(Machine& machine, const Core& node, std::span<Value> args);
BuiltinFunction array_builtin(BuiltinId id); ///< interp/arrays/table.cpp; null for Scalar rows

/// A value as it reads back (language.md section 7); abbreviated: long vectors as [0 1 2 ... 7 8 9].
std::string print_value(const Value& v, TypeId type, Types& types, const Symbols& symbols,
                        bool abbreviate = false);
/// The same in pieces, so that a large value needs no text of its size. Deep values are walked with a stack of our own.
void write_value(const Value& v, TypeId type, Types& types, const Symbols& symbols, bool abbreviate,
                 const std::function<void(std::string_view)>& out);

} // namespace nova
