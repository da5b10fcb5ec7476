// Regions: the columns in which the cells of recursive types lie, and the vectors that cells hold (private to
// jit/lower).
#pragma once
#include "jit/lower/lowering.hpp"

namespace nova::plan {

/// Whether the type may have a region. A function in its fields ends the round, unless it is boxed already.
bool has_region(Lowering& l, TypeId t);
/// Returns the region of a type, which is an input of the plan, or a parameter of the plan's function.
const RegionForm& region(Lowering& l, TypeId t);
/// Returns a region that consists of the variables that `make` returns.
RegionForm make_region(Lowering& l, TypeId t, const MakeVar& make);
/// Appends the variables of a type's region.
void flatten_region(Lowering& l, TypeId t, Vars& flat);
/// Makes the regions of all cells and vectors in cells that values of the type may hold.
void need_regions(Lowering& l, TypeId t);
/// If a value holds cells, makes all regions results of the plan, before the value. Returns the regions' types in the
/// order of the results, or nothing if there are no cells.
std::vector<TypeId> give_regions(Lowering& l, const ValueShape& value);

/// Append the types of the cells in a value of a type, in a pattern, or in a form.
void note_cells(Lowering& l, TypeId t, std::vector<TypeId>& out);
void note_cells(Lowering& l, const CorePattern& p, std::vector<TypeId>& out);
void note_cells(Lowering& l, const Core& c, std::vector<TypeId>& out);
/// Appends the types of the regions that cells of these types refer to.
void note_inner_regions(Lowering& l, std::vector<TypeId>& all);

} // namespace nova::plan
