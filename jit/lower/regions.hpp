// Regions: where the cells of recursive types lie, and the vectors that cells hold (private to jit/lower).
#pragma once
#include "jit/lower/lowering.hpp"

namespace nova::plan {

/// May the type have a region? The functions in its fields are boxed.
bool has_region(Lowering& l, TypeId t);
/// The region of a type: an input, or a parameter of the plan's function.
const RegionForm& region(Lowering& l, TypeId t);
/// A region, of variables that `make` gives.
RegionForm make_region(Lowering& l, TypeId t, const MakeVar& make);
/// Appends a region's variables.
void flatten_region(Lowering& l, TypeId t, Vars& flat);
/// Makes the regions of what values of the type may hold.
void need_regions(Lowering& l, TypeId t);
/// All regions become results before a value that has cells, which lie there. Their types, in that order.
std::vector<TypeId> give_regions(Lowering& l, const ValueShape& value);

/// The types of the cells in a value, a pattern or a form.
void note_cells(Lowering& l, TypeId t, std::vector<TypeId>& out);
void note_cells(Lowering& l, const CorePattern& p, std::vector<TypeId>& out);
void note_cells(Lowering& l, const Core& c, std::vector<TypeId>& out);
/// And the regions of what these hold.
void note_inner_regions(Lowering& l, std::vector<TypeId>& all);

} // namespace nova::plan
