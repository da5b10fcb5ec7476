// Values of recursive types, which are cells: reads the fields of a cell, makes cells and compares them (private to
// jit/lower).
#pragma once
#include "jit/lower/lowering.hpp"

namespace nova::plan {

/// Reads a cell of type `t`. Returns a tuple: the tag that says which constructor made the cell, if the type has
/// several, then for each constructor a tuple of its fields.
Rep opened(Lowering& l, const Rep& cell, TypeId t);
/// Returns a cell of type `t` made by constructor number `constructor` from the fields `own`. Emits a new cell,
/// unless the constructor has no fields: such a constructor has one fixed cell.
Rep made_cell(Lowering& l, TypeId t, uint32_t constructor, const Reps& own);
/// Emits a Call that compares the cells x and y, and returns the bool that says whether they are equal. The callee is
/// a function of the plan; there is one for each type.
Var equal_cells(Lowering& l, Var x, Var y, TypeId t);

} // namespace nova::plan
