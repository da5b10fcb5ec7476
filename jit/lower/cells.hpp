// Values of recursive types: opening, making and comparing cells (private to jit/lower).
#pragma once
#include "jit/lower/lowering.hpp"

namespace nova::plan {

/// Returns the tag of a cell, if its type has several constructors, and the fields of all constructors.
Rep opened(Lowering& l, const Rep& cell, TypeId t);
/// Returns a cell of a constructor with the fields `own`. It is new, unless the constructor has no fields.
Rep made_cell(Lowering& l, TypeId t, uint32_t constructor, const Reps& own);
/// Returns whether two cells are equal. This is a Call of a function of the plan, one for each type.
Var equal_cells(Lowering& l, Var x, Var y, TypeId t);

} // namespace nova::plan
