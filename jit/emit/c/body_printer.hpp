// The printer of statements and bodies in C.
//
// Statements stand at one of two levels. At the host's level (the plan's own body, and the bodies of its If,
// Loop and Foldl) a statement over n elements becomes a kernel: a function over a range of units, which
// threads share. Inside a kernel it becomes a loop, and its columns are allocated in the task's arena.
//
// A body is printed in place or, if it is used more than once, as a static inline function. Whatever ends a
// run (a failed check, lack of memory, cancellation) returns 1 from there up to nova_run. Bodies of plain
// arithmetic defer their checks instead (`*bad |= ..`), so that their loops become SIMD.
#pragma once
#include "jit/emit/c/body_facts.hpp"
#include "jit/emit/c/modes.hpp"
#include "jit/emit/c/plan_functions.hpp"
#include "jit/emit/c/plan_writer.hpp"
#include "jit/emit/c/scalar_names.hpp"
#include <optional>

namespace nova::plan {

/// A function in the C text. Its first arguments are the task, `bad` and the captured variables.
struct CFunction {
  std::string name;
  Vars captures;
  bool stops = false; ///< it may end the run: it then returns 1, else 0
};

/// Columns of one constant that are not filled where they are made, since a later permutation or scatter of rows
/// writes all their elements.
struct UnfilledColumns {
  std::unordered_set<Var> columns{};
  std::unordered_map<Var, std::string> fills{}; ///< the constant that a scatter of rows fills them with
};

/// What the text is for: C for the CPU by default, or the bodies of a CUDA text.
struct TextTarget {
  bool simd = true; ///< loops are printed for SIMD and may read elements that no iteration needs
  std::function<void(const Stm&)> at_host{}; ///< prints a statement at the host's level, if that is not C
};

class BodyPrinter : public PlanWriter {
 public:
  explicit BodyPrinter(const Plan& plan, TextTarget target = {});
  bool simd() const { return target_.simd; }
  /// Prints the body's statements. In a recursive function the branch that makes the recursive calls polls; the calls
  /// that recurse no further, which are most, do not poll.
  void statements(const Body& b);
  void statement(const Stm& s);
  /// Prints the body in place: declares its parameters with the values `arguments`, prints its statements, and calls
  /// `use` with the expressions of its results.
  void block(const Body& b, const Names& arguments, const std::function<void(const Names&)>& use);
  /// Prints one iteration of a loop, as `block` does. If the body may end the run, the memory of its columns is freed
  /// behind it; otherwise its checks are deferred.
  void round(const Body& b, const Names& arguments, const std::function<void(const Names&)>& use);
  /// Calls `print`. If body b makes columns inside of a kernel, their memory in the arena is freed behind what is
  /// printed.
  void with_arena(const Body& b, const std::function<void()>& print);
  /// Calls `print` with deferred checks. The C variable `fine` has all bits set until a check of b fails; behind what
  /// is printed, `*bad` is set if one has failed.
  void deferring(const Body& b, const std::function<void()>& print);
  /// Prints a definition that stands before the current text. It is printed as code of a kernel, without deferred
  /// checks and without the values that are known where `apart` is called.
  void apart(const std::function<void()>& print);

  /// Prints the body as a function and returns it. Its last parameters are the addresses of the results. With `stops`
  /// its checks end the run at once, even if they could be deferred.
  CFunction function(const Body& b, const char* role, bool stops = false);
  /// Prints a function and returns it: `parameters` follow the captured variables. With `in_place` it is inlined at
  /// each call; otherwise it is never inlined, and its columns are `restrict`.
  CFunction function(const char* role, Vars captures, bool stops, const Names& parameters,
                     const std::function<void()>& body, bool in_place = true);
  /// Prints a call. `arguments` follow the captured variables; the last ones are the addresses of the results.
  void call(const CFunction& f, const Names& arguments);

  void declare(const Vars& vars);
  void set(const Vars& vars, const Names& values);
  /// Allocates n elements for a declared column: a buffer of its own at the host's level, else memory of the arena.
  void allocate(const std::string& column, const std::string& n);
  /// Takes `turns` iterations from the task's fuel. When the fuel is used up, asks the host whether the run may go
  /// on.
  void poll(const std::string& turns = "1");
  /// Returns "if (condition)" for a condition that seldom holds. In a function of the plan it is marked as unlikely,
  /// which the C compiler considers when it inlines calls.
  std::string rarely(const std::string& condition) const;
  /// Returns the index of a read, in C. It is masked to 0 if a deferred check before it fails, or if its branch is
  /// one of two that are both computed and is not taken: the index may then be out of bounds. Element 0 can always be
  /// read, since even an empty column has memory there.
  std::string place(Var index) const;

  /// Returns the value of the condition v, if it is known at this point of the text.
  std::optional<bool> known(Var v) const;
  /// Notes the value of a Not, And or Or as known, if the values of its operands are known.
  void learn(const Stm& s);

  /// Whether running the body may end the run, in the way in which it is printed.
  bool ends(const Body& b) const { return simd() ? stops(b) : stops_or_reads(b); }
  /// Whether computing both branches of the If is cheaper than a jump. Its loop can then become SIMD.
  bool is_choice(const Stm& s) const;
  /// Whether both branches of the If are computed at this point of the text.
  bool both(const Stm& s) const { return modes.defers && is_choice(s); }
  /// Whether the body allocates memory for columns. Columns that are updated in place do not count.
  bool takes_memory(const Body& b) const;
  /// Whether the column overwrites the old column that it is made from.
  bool is_in_place(Var column) const { return in_place_.contains(column); }
  uint32_t use_count(Var v) const { return uses_[static_cast<size_t>(v)]; }
  const std::vector<uint32_t>& uses() const { return uses_; } ///< how often each variable is used, by Var

  Modes modes;
  PlanFunctions functions;
  UnfilledColumns unfilled;

 private:
  const TextTarget target_;
  const std::vector<uint32_t> uses_; ///< how often each variable is used, by Var
  const std::unordered_set<Var> in_place_;
};

} // namespace nova::plan
