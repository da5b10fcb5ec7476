// Boxed functions: function values that are stored on the heap, as cells of a region (private to jit/lower).
#pragma once
#include "jit/lower/lowering.hpp"
#include <unordered_set>

namespace nova::plan {

/// Returns the boxed function of type `function` that is stored in the cell with index `place` of its region.
Rep boxed_at(Var place, TypeId function);
/// Whether `r` is a boxed function.
bool is_boxed(const Lowering& l, const Rep& r);
/// Returns the index of a cell that stores the function `f` of type `t`. Emits that cell if `f` is not boxed yet. If
/// `f` is not yet one of the functions that are boxed, the index is arbitrary; the form is then lowered once more,
/// with `f` boxed.
Var boxed(Lowering& l, const Rep& f, TypeId t);
/// Returns the n functions `e` of type `t` as boxed functions: a column of cell indices.
Elements boxed(Lowering& l, const Elements& e, Var n, TypeId t);
/// Reads the cell of the boxed function `f`. Returns the function in it, or, if the cell may hold one of several, a
/// Choice of these.
Rep unboxed(Lowering& l, const Rep& f);
/// Emits a call of the boxed function `f` and returns its result. The callee is the apply function for the type of
/// `f` and this number of arguments (applier): a function of the plan that branches on which function the cell
/// stores.
Rep call_boxed(Lowering& l, const Rep& f, const Reps& args);
/// Whether `lambda` is an apply function, by which `call_boxed` calls boxed functions.
bool is_applier(const Lowering& l, const Core& lambda);

/// Ends the lowering of the form by an exception. The form is then lowered again from the start, with all functions
/// of type `function` boxed.
[[noreturn]] void lower_again(Lowering& l, TypeId function);
/// Marks function types to be boxed when the form is lowered again: the types of functions whose bodies were inlined
/// more than 50 times. Such functions call themselves through function values. First only types of functions without
/// a name are marked; if these are marked already, the types of named ones.
void box_circle(Lowering& l);
/// Adds to `f` what is needed to call the boxed functions in the regions `f.cells`: the definitions that these
/// functions read, and the types of the cells that they hold. `seen` has the Lambdas examined so far, which are
/// skipped.
void note_boxed(Lowering& l, PlanFunction& f, std::unordered_set<const Core*>& seen);

} // namespace nova::plan
