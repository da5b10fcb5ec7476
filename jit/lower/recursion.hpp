// Queries on Core: which function a call refers to, and which functions call themselves (private to jit/lower).
#pragma once
#include "jit/lower/lowering.hpp"

namespace nova::plan {

/// Calls f with each form that is a direct part of the form `c`: its items and the bodies of its arms.
template <class F> void for_each_part(const Core& c, F f) {
  for (const Core* item : c.items) f(*item);
  for (const CoreArm& arm : c.arms) f(*arm.body);
}

/// Returns the Lambda that the form refers to, if the form is the name of a known function; null otherwise.
const Core* known_function(Monomorphiser& mono, const Core& c);
/// Returns the Lambda that is called, if the callee is the name of a known function and the call has all arguments;
/// null otherwise.
const Core* known_callee(Monomorphiser& mono, const Core& call);
/// Whether the form `c` is a name that refers to the Lambda.
bool refers(Monomorphiser& mono, const Core& c, const Core& lambda);
/// Whether the code `c` contains a name that refers to the Lambda.
bool mentions(Monomorphiser& mono, const Core& c, const Core& lambda);
/// Whether every path through the code `c` ends in a call of the Lambda.
bool always_continues(Monomorphiser& mono, const Core& c, const Core& lambda);
/// Whether all uses of the Lambda in the code `c` are tail calls with all arguments, so that the Lambda can become a
/// loop.
bool only_tail_calls(Monomorphiser& mono, const Core& c, const Core& lambda);
/// Whether the Lambda's body refers to the Lambda itself.
bool calls_itself(Lowering& l, const Core& lambda);
/// Whether the Lambda calls itself through other functions, or by a call that is not a tail call.
bool is_recursive(Lowering& l, const Core& lambda);

} // namespace nova::plan
