// Questions to Core: which function a call names, and which functions call themselves (private to jit/lower).
#pragma once
#include "jit/lower/lowering.hpp"

namespace nova::plan {

/// Calls f with the forms of which a form consists.
template <class F> void for_each_part(const Core& c, F f) {
  for (const Core* item : c.items) f(*item);
  for (const CoreArm& arm : c.arms) f(*arm.body);
}

/// The Lambda that a name stands for.
const Core* known_function(Monomorphiser& mono, const Core& c);
/// The Lambda that a call names, with all its arguments; null for other calls.
const Core* known_callee(Monomorphiser& mono, const Core& call);
/// Is the form a name of the Lambda?
bool refers(Monomorphiser& mono, const Core& c, const Core& lambda);
/// Is there a name of the Lambda in the code?
bool mentions(Monomorphiser& mono, const Core& c, const Core& lambda);
/// Does the code end in a call of the Lambda, whatever is chosen in it?
bool always_continues(Monomorphiser& mono, const Core& c, const Core& lambda);
/// Are all uses of the Lambda in the code tail calls, so that it is a loop?
bool only_tail_calls(Monomorphiser& mono, const Core& c, const Core& lambda);
/// Does its body name it?
bool calls_itself(Lowering& l, const Core& lambda);
/// Does it call itself by way of others, or before its end?
bool is_recursive(Lowering& l, const Core& lambda);

} // namespace nova::plan
