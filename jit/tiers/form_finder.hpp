// Decides which expressions are forms (units of compilation): array built-ins with the lets, calls and tuples around
// them, recursive calls, and loops. Each result is computed once for a node of Core, and kept until the node is
// dropped.
#pragma once
#include "interp/machine.hpp"
#include <optional>
#include <unordered_map>
#include <vector>

namespace nova {

/// Whether f holds for the expression or for any expression inside of it. The inside of an expression is searched
/// only if `into` holds for it.
template <class F, class G> bool any_of(const Core& c, F f, G into) {
  if (f(c)) return true;
  if (!into(c)) return false;
  for (const Core* item : c.items)
    if (item && any_of(*item, f, into)) return true;
  for (const CoreArm& arm : c.arms)
    if (any_of(*arm.body, f, into)) return true;
  return false;
}

inline bool is_no_lambda(const Core& c) { return c.kind != CoreKind::Lambda; }

class FormFinder {
 public:
  explicit FormFinder(Machine& machine) : machine_(machine) {}

  /// Whether the expression is a form, which compiled code may run as one unit.
  bool is_form(const Core& c);
  /// Returns how many nodes of Core the expression has. Counting stops soon after the largest size of a form.
  uint32_t size(const Core& c);
  /// Whether the expression is small enough for one plan.
  bool is_compilable(const Core& c);
  /// Whether the expression, or a function that it calls, uses an array built-in.
  bool reaches_arrays(const Core& c);
  /// Returns the function that a call names, or null if the called function is a computed value.
  const Core* callee(const Core& call) const;
  /// Returns the function that a name stands for, or null if its value is computed.
  const Core* named(const Core& name) const;
  /// Whether the interpreter may abandon a run of the form at any time, because the run has no effect outside of it.
  bool may_stop(const Core& form);
  /// Drops the results that are kept for a node whose text was removed.
  void forget(const Core* c);

 private:
  bool calls_arrays(const Core& c);
  bool has_tail_call(const Core& c);
  bool is_first_order(const Core& call) const;
  bool enters_recursion(const Core& call);
  // ---- recursion and loops without arrays (recursive_calls.cpp) ----
  struct CallWalk;
  struct Calls {
    std::vector<const Core*> calls{};
    std::vector<const Core*> names{}; ///< definitions and variables whose values are or hold functions
    std::vector<VarId> bound{};       ///< variables that the expression binds
    bool has_effect = false;          ///< whether the expression itself uses a built-in with an effect
    bool has_loop = false;            ///< whether the expression contains `while` or `for`
  };
  const Calls& calls_in(const Core& expression);
  bool is_recursion(const Core& call);
  bool is_loop(const Core& let);
  bool is_pure(const Core& call);

  Machine& machine_;
  std::unordered_map<const Core*, uint32_t> sizes_;
  std::unordered_map<const Core*, bool> leaving_;   ///< for each let: the result of `has_tail_call`
  std::unordered_map<const Core*, bool> holding_;   ///< for each node: the result of `reaches_arrays`
  std::unordered_map<const Core*, bool> reaching_;  ///< for each function: whether its body reaches arrays
  uint32_t open_functions_ = 0;                     ///< number of functions whose bodies are being searched
  std::unordered_map<const Core*, bool> returning_; ///< for functions: whether they reach recursion or loops
  std::unordered_map<const Core*, Calls> calls_;    ///< for each expression: the result of `calls_in`
};

} // namespace nova
