// Forms among expressions: array built-ins and what fuses around them, recursion and loops. Each fact is found once for a node,
// and kept until the node goes.
#pragma once
#include "interp/machine.hpp"
#include <optional>
#include <unordered_map>
#include <vector>

namespace nova {

/// Does f hold for the expression or for something in it? What `into` denies is not entered.
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

  /// Is the expression a form, which compiled code may run as one?
  bool is_form(const Core& c);
  /// How many nodes of core it has, up to some more than a form may have.
  uint32_t size(const Core& c);
  /// Is it small enough for one plan?
  bool is_compilable(const Core& c);
  /// Are there array built-ins in it, or in what it calls?
  bool reaches_arrays(const Core& c);
  /// The function that a call names; null where it is a value.
  const Core* callee(const Core& call) const;
  /// Can the interpreter stop within the form as if it had never begun?
  bool may_stop(const Core& form);
  /// Drops what is known of a node whose text is gone.
  void forget(const Core* c);

 private:
  bool calls_arrays(const Core& c);
  bool has_tail_call(const Core& c);
  bool is_first_order(const Core& call) const;
  // ---- recursion and loops without arrays (recursive_calls.cpp) ----
  struct CallWalk;
  struct Calls {
    std::vector<const Core*> calls{};
    bool has_effect = false; ///< the expression itself
    bool has_loop = false;   ///< `while` or `for`
  };
  const Calls& calls_in(const Core& expression);
  bool is_recursion(const Core& call);
  bool is_loop(const Core& let);
  bool is_pure(const Core& call);

  Machine& machine_;
  std::unordered_map<const Core*, uint32_t> sizes_;
  std::unordered_map<const Core*, bool> leaving_; ///< by let: does a tail call stand in it, lambdas aside?
  std::unordered_map<const Core*, bool> holding_; ///< by node: `reaches_arrays`
  std::unordered_map<const Core*, bool>
      reaching_;                ///< by function: are there array built-ins in what it calls?
  uint32_t open_functions_ = 0; ///< that are being asked so
  std::unordered_map<const Core*, bool> returning_; ///< by function: does what it calls come to itself?
  std::unordered_map<const Core*, Calls> calls_;    ///< by expression
};

} // namespace nova
