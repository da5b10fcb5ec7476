// Queries on Core: which function a call names, and which functions call themselves (private to jit/lower).
#pragma once
#include "jit/lower/lowering.hpp"

namespace nova::plan {

/// Calls f with each direct part of a form.
template <class F> void for_each_part(const Core& c, F f) {
  for (const Core* item : c.items) f(*item);
  for (const CoreArm& arm : c.arms) f(*arm.body);
}

/// Returns the Lambda that a name stands for; null for other forms.
const Core* known_function(Monomorphiser& mono, const Core& c);
/// Returns the Lambda that a call names, if the call has all arguments; null for other calls.
const Core* known_callee(Monomorphiser& mono, const Core& call);
/// Whether the form is a name of the Lambda.
bool refers(Monomorphiser& mono, const Core& c, const Core& lambda);
/// Whether the code contains a name of the Lambda.
bool mentions(Monomorphiser& mono, const Core& c, const Core& lambda);
/// Whether the code ends in a call of the Lambda on every path.
bool always_continues(Monomorphiser& mono, const Core& c, const Core& lambda);
/// Whether all uses of the Lambda in the code are tail calls, so that it is a loop.
bool only_tail_calls(Monomorphiser& mono, const Core& c, const Core& lambda);
/// Whether the Lambda's body names the Lambda.
bool calls_itself(Lowering& l, const Core& lambda);
/// Whether the Lambda calls itself through other functions, or by a call that is not a tail call.
bool is_recursive(Lowering& l, const Core& lambda);

} // namespace nova::plan
