// Reductions and scans of floating-point sums and products, in the fixed groupings of docs/shapes.md. Generated C
// calls them through the table of host functions (nova_host). They are the same for every form and take long to
// compile, so they are compiled with Nova.
#pragma once
#include "runtime/scalar/scalar_narrow.h" // must come first, since host.h uses its names

#include "jit/kernels/c/host.h"

namespace nova::plan {

/// The functions of nova_host with these names, which host.h describes.
struct FloatTrees {
  decltype(nova_host::tree) tree;
  decltype(nova_host::levels) levels;
  decltype(nova_host::cells) cells;
  decltype(nova_host::runs) runs;
};

extern const FloatTrees float_trees;

// The functions `cells` and `runs`, defined in float_scans.cpp. `by`: the operation's number, such as
// NOVA_BY_add_f64. `y`: the elements of a block. `z`: the tree over the totals of the block's cells (of 16 elements).
// `followed`: the number of cells that are followed by another one.
void float_cells(int by, const void* y, nv_i64 followed, void* z);
void float_runs(int by, int exclusive, void* y, nv_i64 count, const void* carry, const void* z);

} // namespace nova::plan
