// Calls: bodies put in place, loops that tail calls make, functions of the plan (private to jit/lower).
#pragma once
#include "jit/lower/lowering.hpp"
#include <span>
#include <unordered_set>

namespace nova::plan {

// ---- calls.cpp ----

/// A function value: the Lambda with what it captures of the frame.
Rep closure(Lowering& l, const Core& lambda, std::span<const uint32_t> captures, Frame& frame);
/// The form (f x ..).
Rep lower_apply(Lowering& l, const Core& c, Frame& frame);
/// What a function gives for arguments; a function where it lacks some.
Rep call(Lowering& l, Rep f, Reps args);
inline Rep call1(Lowering& l, const Rep& f, Rep x) { return call(l, f, {std::move(x)}); }
inline Rep call2(Lowering& l, const Rep& f, Rep x, Rep y) { return call(l, f, {std::move(x), std::move(y)}); }

// ---- tail_loops.cpp ----

/// The call of a function whose tail calls of itself are rounds of a Loop; its arguments are bound in the frame.
Rep tail_loop(Lowering& l, const Core& lambda, Frame frame);

// ---- plan_functions.cpp ----

/// Does its body become a function of the plan?
bool stays_function(Lowering& l, const Rep& f);
/// What a Lambda needs to be one. Those can that have to, those that the program keeps, and large ones of scalars.
PlanFunction plan_function(Lowering& l, const Core& lambda, bool kept);
/// A Call of the plan's function for such arguments, which is made if there is none.
Rep call_function(Lowering& l, const Rep& f);
/// The definitions that the code and all functions that it names may read, and the types of its cells.
void note_inputs(Lowering& l, const Core& c, PlanFunction& f, std::unordered_set<const Core*>& seen);
/// Of a function of the plan, which sees its parameters alone: the last ones are the regions of these cells.
Body function_body(Lowering& l, Vars params, const std::vector<TypeId>& cells,
                   const std::function<Vars()>& results);

} // namespace nova::plan
