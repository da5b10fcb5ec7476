// Values of recursive types: opening, making and comparing cells (private to jit/lower).
#pragma once
#include "jit/lower/lowering.hpp"

namespace nova::plan {

/// The cell's tag, where there are several constructors, and their fields.
Rep opened(Lowering& l, const Rep& cell, TypeId t);
/// A new cell of a constructor with these fields.
Rep made_cell(Lowering& l, TypeId t, uint32_t constructor, const Reps& own);
/// Are two cells equal? Calls a function of the plan, one for each type.
Var equal_cells(Lowering& l, Var x, Var y, TypeId t);

} // namespace nova::plan
