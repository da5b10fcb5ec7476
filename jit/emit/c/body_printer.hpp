// The printer of statements and bodies in C.
//
// Statements stand at one of two levels. At the host's level (the plan's own body, and the bodies of its If, Loop and
// Foldl) a statement over n elements becomes a kernel: a function over a range of units, which threads share. Inside
// of a kernel such a statement becomes a loop, and its columns are allocated in the task's arena.
//
// A body is printed in place or, if it is used more than once, as a static inline function. If the run ends early
// (after a failed check, for lack of memory, or by cancellation), each C function returns 1 to its caller, up to
// nova_run. Bodies of plain arithmetic defer their checks instead (`*bad |= ..`), so that their loops become SIMD.
#pragma once
#include "jit/analysis/column_flow.hpp"
#include "jit/emit/c/body_facts.hpp"
#include "jit/emit/c/modes.hpp"
#include "jit/emit/c/plan_functions.hpp"
#include "jit/emit/c/plan_writer.hpp"
#include "jit/emit/c/scalar_names.hpp"
#include <optional>

namespace nova::plan {

/// A function in the C text. Its first parameters are the task, `bad` and the captured variables.
struct CFunction {
  std::string name;
  Vars captures;
  /// Whether the function may end the run. If so, it returns an int: 1 if the run is over, else 0.
  bool stops = false;
};

/// Columns that a Map would fill with one constant. The Map is not printed, since a later permutation overwrites all
/// their elements, or a later scatter of rows fills them itself.
struct UnfilledColumns {
  std::unordered_set<Var> columns{};
  /// For each column that a scatter of rows fills itself: the constant to fill it with, in C.
  std::unordered_map<Var, std::string> fills{};
};

/// What the printed text is for: C for the CPU by default, or the bodies of a CUDA text.
struct TextTarget {
  /// Whether loops are printed for SIMD. Such loops may read elements that no iteration needs.
  bool simd = true;
  /// Prints a statement at the host's level; empty if such statements are printed as C.
  std::function<void(const Stm&)> at_host{};
  /// The literals of the text, if they are not those of the plan that is printed, but of one that it was made from.
  std::optional<std::vector<Var>> literals{};
  /// Whether a failed check ends the run at once and keeps its numbers (nova_tell in kernels/c/ahead.h).
  bool tells = false;
  /// Whether ranks of a job share the text's kernels, and leave columns where they were computed.
  bool for_ranks = false;
};

class BodyPrinter : public PlanWriter {
 public:
  explicit BodyPrinter(const Plan& plan, TextTarget target = {});
  bool simd() const { return target_.simd; }
  bool tells() const { return target_.tells; }
  /// Returns what becomes of columns; null unless the text is for ranks.
  const ColumnFlow* flow() const { return flow_ ? &*flow_ : nullptr; }
  /// Prints the body's statements. In a recursive function only the branch with the recursive calls polls, that is,
  /// asks whether the run may go on. Most calls recurse no further and so do not poll.
  void statements(const Body& b);
  void statement(const Stm& s);
  /// Prints the body in place: declares its parameters with the values `arguments`, prints its statements, and calls
  /// `use` with the expressions of its results.
  void block(const Body& b, const Names& arguments, const std::function<void(const Names&)>& use);
  /// Prints one iteration of a loop, as `block` does. If the body may end the run, what is printed ends with code
  /// that frees the memory of the iteration's columns. Otherwise the iteration's checks are deferred to its end.
  void round(const Body& b, const Names& arguments, const std::function<void(const Names&)>& use);
  /// Calls `print`, which prints the body b. If b makes columns inside of a kernel, then prints code that frees the
  /// columns' memory in the arena.
  void with_arena(const Body& b, const std::function<void()>& print);
  /// Calls `print`, which prints the body b, with checks deferred: a failed check of b does not end the run at once.
  /// In the printed code the variable `fine` has all bits set until a check of b fails. Then prints code that sets
  /// `*bad` if a check has failed.
  void deferring(const Body& b, const std::function<void()>& print);
  /// Calls `print`, which prints a definition, and inserts this definition before the current text. While `print`
  /// runs, the printed code counts as code in a kernel, and checks are not deferred. Modes::values is empty, since it
  /// names local C variables of the current function. Conditions whose answer is known stay known.
  void apart(const std::function<void()>& print);

  /// Prints the body as a C function, whose name contains `role`, and returns the function. The last parameters of
  /// the C function are the addresses of the results. With `stops` the body's checks end the run at once, even if
  /// they could be deferred.
  CFunction function(const Body& b, const char* role, bool stops = false);
  /// Prints a C function, whose statements `body` prints, and returns it. `stops` says whether the function may end
  /// the run. The declarations `parameters` follow those of the captured variables. With `in_place` the function is
  /// inlined at each call. Otherwise it is never inlined, and captured columns are `restrict`.
  CFunction function(const char* role, Vars captures, bool stops, const Names& parameters,
                     const std::function<void()>& body, bool in_place = true);
  /// Prints a call of f. `arguments` follow the captured variables; the last ones are the addresses of the results.
  void call(const CFunction& f, const Names& arguments);

  void declare(const Vars& vars);
  void set(const Vars& vars, const Names& values);
  /// Prints the allocation of n elements for a declared column: a buffer of its own at the host's level, otherwise
  /// memory of the arena.
  void allocate(const std::string& column, const std::string& n);
  /// Prints a poll: code that subtracts `turns` iterations from the task's fuel. When the fuel is used up, that code
  /// asks the host whether the run may go on.
  void poll(const std::string& turns = "1");
  /// Returns "if (condition)" for a condition that seldom holds. In a function of the plan the condition is marked as
  /// unlikely, which the C compiler considers when it inlines calls.
  std::string rarely(const std::string& condition) const;
  /// Returns the index of a read, in C. The index may be out of bounds in two cases: a deferred check before the read
  /// has failed, or the read is in a branch that is computed although it is not taken. The returned expression is 0
  /// in these cases. Element 0 can always be read, since even an empty column has memory there.
  std::string place(Var index) const;

  /// Returns the value of the condition v, if it is known at this point of the text.
  std::optional<bool> known(Var v) const;
  /// Notes the value of a Not, And or Or as known, if the values of its operands are known.
  void learn(const Stm& s);

  /// Whether the code that is printed for the body may end the run. In a text without SIMD, a read behind a check
  /// may, too.
  bool ends(const Body& b) const;
  /// Whether computing both branches of the If is cheaper than a jump. The loop around the If can then become SIMD.
  bool is_choice(const Stm& s) const;
  /// Whether both branches of the If are computed at this point of the text.
  bool both(const Stm& s) const { return modes.defers && is_choice(s); }
  /// Whether the body allocates memory for columns. Columns that are updated in place do not count.
  bool takes_memory(const Body& b) const;
  /// Whether the column, a changed version of an older column, is stored in the older column's memory.
  bool is_in_place(Var column) const { return in_place_.contains(column); }
  /// The older column, in whose memory the column of `is_in_place` is stored.
  Var older(Var column) const { return in_place_.at(column); }
  /// Whether a map stores another column in this column's memory, or stores this one in another's.
  bool is_overwritten(Var column) const { return overwritten_.contains(column); }
  uint32_t use_count(Var v) const { return uses_[static_cast<size_t>(v)]; }
  /// How often elements of the column are read. If its other uses are none, nothing else refers to its memory.
  uint32_t read_count(Var v) const { return reads_[static_cast<size_t>(v)]; }
  const std::vector<uint32_t>& uses() const { return uses_; } ///< how often each variable is used, by Var

  Modes modes;
  /// Whether sin, cos and tan are printed for arguments that are not far from 0, without a branch. In the printed code an
  /// argument that is far sets bit 1 of `*bad`; the kernel then runs again with the functions for all arguments.
  bool near_arguments = false;
  /// Whether the printed code is a loop that becomes SIMD if each of its operations does.
  bool in_simd = false;
  /// Whether the printed code is in a loop of few rounds, which does not poll.
  bool brief = false;
  /// In a text for ranks: whether each rank has all elements of what the printed code uses.
  bool fetched = false;
  PlanFunctions functions;
  UnfilledColumns unfilled;

 private:
  const TextTarget target_;
  std::optional<ColumnFlow> flow_;
  const std::vector<uint32_t> uses_;  ///< how often each variable is used, by Var
  const std::vector<uint32_t> reads_; ///< how often each column is read, by Var
  const std::unordered_map<Var, Var> in_place_;
  std::unordered_set<Var> overwritten_;
};

} // namespace nova::plan
