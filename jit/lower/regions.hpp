// Regions: the plan variables that store the cells of recursive types, and the elements of vectors that are in cells
// (private to jit/lower).
#pragma once
#include "jit/lower/lowering.hpp"

namespace nova::plan {

/// Whether values of the type can be stored in a region. If a field is a function whose type is not boxed yet, ends
/// the lowering of the form, which is then lowered again with that type boxed.
bool has_region(Lowering& l, TypeId t);
/// Returns the region of the type. It is an input of the plan, or, inside of a function of the plan, a parameter.
const RegionForm& region(Lowering& l, TypeId t);
/// Returns a region for the type, whose variables are those that `make` returns.
RegionForm make_region(Lowering& l, TypeId t, const MakeVar& make);
/// Appends to `flat` the variables of the type's region: room, count, and columns.
void flatten_region(Lowering& l, TypeId t, Vars& flat);
/// Makes sure that the plan has the regions of all cells that values of the type may hold, and of the vectors in
/// these cells.
void need_regions(Lowering& l, TypeId t);
/// Adds all regions to the plan's results if the shape `value` of the plan's value has cells. The caller adds the
/// value itself after them. Returns the types of these regions in the order of the results; an empty list if the
/// value has no cells.
std::vector<TypeId> give_regions(Lowering& l, const ValueShape& value);

/// Append to `out` the recursive types whose cells occur in values of the type `t`, in the pattern `p`, or in the
/// code `c`.
void note_cells(Lowering& l, TypeId t, std::vector<TypeId>& out);
void note_cells(Lowering& l, const CorePattern& p, std::vector<TypeId>& out);
void note_cells(Lowering& l, const Core& c, std::vector<TypeId>& out);
/// Appends to `all` the types of the regions that cells of the types in `all` refer to.
void note_inner_regions(Lowering& l, std::vector<TypeId>& all);

} // namespace nova::plan
