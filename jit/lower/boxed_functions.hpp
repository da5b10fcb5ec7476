// Boxed functions: function values that lie as cells in a region (private to jit/lower).
#pragma once
#include "jit/lower/lowering.hpp"
#include <unordered_set>

namespace nova::plan {

/// Returns the boxed function of type `function` whose cell has the index `place` in its region.
Rep boxed_at(Var place, TypeId function);
bool is_boxed(const Lowering& l, const Rep& r);
/// Returns the index of the cell of function `f`, which is made if need be. If this round does not box `f` yet, the
/// index is arbitrary.
Var boxed(Lowering& l, const Rep& f, TypeId t);
/// Returns n functions as a column of cell indices.
Elements boxed(Lowering& l, const Elements& e, Var n, TypeId t);
/// Opens the cell of a boxed function, and returns a function or Choice of the functions that it may be.
Rep unboxed(Lowering& l, const Rep& f);
/// Calls a boxed function through the applier of its type.
Rep call_boxed(Lowering& l, const Rep& f, const Reps& args);
bool is_applier(const Lowering& l, const Core& lambda);

/// Ends this round of lowering, which is then repeated from the start; the next round boxes functions of type
/// `function`.
[[noreturn]] void lower_again(Lowering& l, TypeId function);
/// Marks functions that were entered many times, since they reach themselves through function values. The next round
/// boxes those without a name, or, if these are marked already, those with one.
void box_circle(Lowering& l);
/// Adds to `f` what it needs to call the functions in the cells that it sees: the definitions that those read, and
/// the regions of what they hold. `seen` are the Lambdas examined so far.
void note_boxed(Lowering& l, PlanFunction& f, std::unordered_set<const Core*>& seen);

} // namespace nova::plan
