// Lowers calls (private to jit/lower). A call either is replaced by the function's body, or becomes a Call of a
// function of the plan. The body becomes a loop if the function calls itself only by tail calls.
#pragma once
#include "jit/lower/lowering.hpp"
#include <span>
#include <unordered_set>

namespace nova::plan {

// ---- calls.cpp ----

/// Returns the function value of a Lambda that captures the slots `captures` of `frame`.
Rep closure(Lowering& l, const Core& lambda, std::span<const uint32_t> captures, Frame& frame);
/// Lowers the Core form `c`, a call (f x ..), and returns its value.
Rep lower_apply(Lowering& l, const Core& c, Frame& frame);
/// Returns the result of calling `f` with these arguments. If `f` has more parameters, returns a function value that
/// waits for the other arguments.
Rep call(Lowering& l, Rep f, Reps args);
inline Rep call1(Lowering& l, const Rep& f, Rep x) { return call(l, f, {std::move(x)}); }
inline Rep call2(Lowering& l, const Rep& f, Rep x, Rep y) { return call(l, f, {std::move(x), std::move(y)}); }

/// Returns the span at which an error of the form at `own` is told: in a plan that tells errors, the user's call of the
/// prelude's function that has the form; else `own`.
Span told_at(const Lowering& l, Span own);
/// Returns the name of the prelude's function that such a call names; "" if the error is told at the form itself.
std::string told_callee(const Lowering& l, Span own);

// ---- tail_loops.cpp ----

/// Lowers a call of `lambda`, a function that calls itself only by tail calls, as a Loop, and returns its result.
/// `frame` binds the function's arguments.
Rep tail_loop(Lowering& l, const Core& lambda, Frame frame);

// ---- plan_functions.cpp ----

/// Whether a call of `f` becomes a Call of a function of the plan, instead of being replaced by the function's body.
bool stays_function(Lowering& l, const Rep& f);
/// Returns whether a Lambda becomes a function of the plan (`able`), and which definitions and regions its body uses.
/// It becomes one if it is recursive other than by tail calls, if the program forbids inlining (`kept`), or if it is
/// large and computes scalars alone.
PlanFunction plan_function(Lowering& l, const Core& lambda, bool kept);
/// Emits a Call of `f`, which has all its arguments, and returns the result. The callee is a function of the plan
/// that is specialised for the shapes of these arguments; it is made at the first such call.
Rep call_function(Lowering& l, const Rep& f);
/// Adds to f.inputs the definitions that the code `c` reads, and to f.cells the recursive types whose cells it uses.
/// The bodies of the functions that `c` names are searched in the same way. `seen` has the Lambdas examined so far,
/// which are skipped.
void note_inputs(Lowering& l, const Core& c, PlanFunction& f, std::unordered_set<const Core*>& seen);
/// Returns the body of a function of the plan, which may use its parameters alone: `params`, and after them the
/// regions of the types `cells`. `results` appends the body's statements and returns its results.
Body function_body(Lowering& l, Vars params, const std::vector<TypeId>& cells,
                   const std::function<Vars()>& results);

} // namespace nova::plan
