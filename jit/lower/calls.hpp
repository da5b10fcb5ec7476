// Calls: bodies put in place, loops made from tail calls, functions of the plan (private to jit/lower).
#pragma once
#include "jit/lower/lowering.hpp"
#include <span>
#include <unordered_set>

namespace nova::plan {

// ---- calls.cpp ----

/// Returns the function value of a Lambda, with the values of the captured slots of `frame`.
Rep closure(Lowering& l, const Core& lambda, std::span<const uint32_t> captures, Frame& frame);
/// Lowers a call (f x ..).
Rep lower_apply(Lowering& l, const Core& c, Frame& frame);
/// Returns the result of `f` for these arguments, or a function value if it lacks some.
Rep call(Lowering& l, Rep f, Reps args);
inline Rep call1(Lowering& l, const Rep& f, Rep x) { return call(l, f, {std::move(x)}); }
inline Rep call2(Lowering& l, const Rep& f, Rep x, Rep y) { return call(l, f, {std::move(x), std::move(y)}); }

// ---- tail_loops.cpp ----

/// Lowers the body of a function whose only calls of itself are tail calls as a Loop. Its arguments are bound in
/// `frame`.
Rep tail_loop(Lowering& l, const Core& lambda, Frame frame);

// ---- plan_functions.cpp ----

/// Whether a call of `f` becomes a Call of a function of the plan.
bool stays_function(Lowering& l, const Rep& f);
/// Returns what a Lambda needs to become a function of the plan, and whether it can become one. It can if it is
/// recursive other than by tail calls, if the program keeps it (`kept`), or if it is large and computes scalars
/// alone.
PlanFunction plan_function(Lowering& l, const Core& lambda, bool kept);
/// Emits a Call of the plan's function for arguments of these shapes, and makes that function if there is none.
Rep call_function(Lowering& l, const Rep& f);
/// Adds to `f` the definitions that the code and all functions that it names may read, and the types of their cells.
void note_inputs(Lowering& l, const Core& c, PlanFunction& f, std::unordered_set<const Core*>& seen);
/// Returns the body of a function of the plan. It sees its parameters alone: `params`, then the regions of the types
/// `cells`.
Body function_body(Lowering& l, Vars params, const std::vector<TypeId>& cells,
                   const std::function<Vars()>& results);

} // namespace nova::plan
