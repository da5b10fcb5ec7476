// What prints the statements of bodies.
//
// Statements stand at one of two levels. At the host's level (the plan's own body, and the bodies of its If,
// Loop and Foldl) a statement over n elements becomes a kernel: a function over a range of units, which
// threads share. Inside a kernel it becomes a loop, and columns come from the task's arena.
//
// A body is printed in place, or, where it is used more than once, as a static inline function. Whatever may
// end a run (a failed check, no memory, a stop) returns 1 from there up to nova_run. Bodies of plain
// arithmetic defer their checks instead (`*bad |= ..`), so that their loops become SIMD.
#pragma once
#include "jit/emit/c/body_facts.hpp"
#include "jit/emit/c/modes.hpp"
#include "jit/emit/c/plan_functions.hpp"
#include "jit/emit/c/plan_writer.hpp"
#include "jit/emit/c/scalar_names.hpp"
#include <optional>

namespace nova::plan {

/// A function in C whose first arguments are the task, `bad` and what it captures.
struct CFunction {
  std::string name;
  Vars captures;
  bool stops = false;
};

/// Columns that need no value before a permutation or scatter writes every place of them.
struct UnfilledColumns {
  std::unordered_set<Var> columns{};
  std::unordered_map<Var, std::string> fills{}; ///< of those, what such a scatter begins with
};

/// Whose text is printed.
struct TextTarget {
  bool simd = true; ///< loops are printed for SIMD and may read elements that no round needs
  std::function<void(const Stm&)> at_host{}; ///< prints a statement at the host's level, if that is not C
};

class BodyPrinter : public PlanWriter {
 public:
  explicit BodyPrinter(const Plan& plan, TextTarget target = {});
  bool simd() const { return target_.simd; }
  /// The statement cannot be printed, so that there is no text.

  /// A function that calls itself polls where it does: the last calls, of which there are most, need not.
  void statements(const Body& b);
  void statement(const Stm& s);
  /// The body as a block, its parameters set to these expressions; `use` prints what is done with its
  /// results.
  void block(const Body& b, const Names& arguments, const std::function<void(const Names&)>& use);
  /// A round of a loop: a block, in the arena or with checks that wait.
  void round(const Body& b, const Names& arguments, const std::function<void(const Names&)>& use);
  /// What an element's body makes in the arena ends with it.
  void with_arena(const Body& b, const std::function<void()>& print);
  /// Checks wait: a round is `fine` (all bits set) as long as all held.
  void deferring(const Body& b, const std::function<void()>& print);
  /// A text before this one, in which nothing is known of what is around here.
  void apart(const std::function<void()>& print);

  /// The body as a function; its results go where the last parameters point.
  CFunction function(const Body& b, const char* role, bool stops = false);
  /// Prints a function: `parameters` follow the captured variables.
  /// `in_place`: where it is called; otherwise it is a function of its own, none of whose columns overlap.
  CFunction function(const char* role, Vars captures, bool stops, const Names& parameters,
                     const std::function<void()>& body, bool in_place = true);
  /// A call; the results go where the last arguments point.
  void call(const CFunction& f, const Names& arguments);

  void declare(const Vars& vars);
  void set(const Vars& vars, const Names& values);
  /// A declared column gets room for n elements: a buffer of its own, or some of the task's arena.
  void allocate(const std::string& column, const std::string& n);
  /// Some turns of a loop are over: may the run go on?
  void poll(const std::string& turns = "1");
  /// if (condition), where it mostly does not hold: in a function, what is likely decides whether it is put in
  /// place.
  std::string rarely(const std::string& condition) const;
  /// An index; 0 where a check before it failed, or where the branch that it belongs to is not taken, since
  /// what makes a read sound may be that branch's condition. Every column has an element there, if only an
  /// empty one's neighbour.
  std::string place(Var index) const;

  /// The condition's answer, where it is known here.
  std::optional<bool> known(Var v) const;
  /// An `and` of what is known is known, and so on.
  void learn(const Stm& s);

  /// May running the body end the run, as it is printed?
  bool ends(const Body& b) const { return simd() ? stops(b) : stops_or_reads(b); }
  /// Is computing both branches cheaper than a jump? Loops become SIMD then.
  bool is_choice(const Stm& s) const;
  bool both(const Stm& s) const { return modes.defers && is_choice(s); }
  /// Do its rounds make columns elsewhere than where old ones are?
  bool takes_memory(const Body& b) const;
  /// Is the column made where its old one was?
  bool is_in_place(Var column) const { return in_place_.contains(column); }
  uint32_t use_count(Var v) const { return uses_[static_cast<size_t>(v)]; }
  const std::vector<uint32_t>& uses() const { return uses_; } ///< by Var

  Modes modes;
  PlanFunctions functions;
  UnfilledColumns unfilled;

 private:
  const TextTarget target_;
  const std::vector<uint32_t> uses_; ///< by Var
  const std::unordered_set<Var> in_place_;
};

} // namespace nova::plan
