// Functions that lie in cells (private to jit/lower).
#pragma once
#include "jit/lower/lowering.hpp"
#include <unordered_set>

namespace nova::plan {

/// The function whose cell lies at a place.
Rep boxed_at(Var place, TypeId function);
bool is_boxed(const Lowering& l, const Rep& r);
/// The place of a function; of one that the plan does not have yet, any.
Var boxed(Lowering& l, const Rep& f, TypeId t);
/// A column of places.
Elements boxed(Lowering& l, const Elements& e, Var n, TypeId t);
/// The function that lies there: one of those that may.
Rep unboxed(Lowering& l, const Rep& f);
/// A call by the type's applier.
Rep call_boxed(Lowering& l, const Rep& f, const Reps& args);
bool is_applier(const Lowering& l, const Core& lambda);

/// Ends this round; the next one boxes functions of the type.
[[noreturn]] void lower_again(Lowering& l, TypeId function);
/// Functions that are entered again and again are reached through function values. The next round boxes those, the ones
/// without a name first.
void box_circle(Lowering& l);
/// A function that sees cells may call the functions in them: what those read, and the regions of what they hold.
void note_boxed(Lowering& l, PlanFunction& f, std::unordered_set<const Core*>& seen);

} // namespace nova::plan
