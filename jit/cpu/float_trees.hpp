// Reductions and scans of floating-point sums and products in their shapes (docs/shapes.md), which generated C calls
// through the host's table. They are the same for every form and take long to compile, so they are compiled with
// Nova.
#pragma once
#include "runtime/scalar/scalar_ops.h" // must come first, since host.h uses its names

#include "jit/kernels/c/host.h"

namespace nova::plan {

struct FloatTrees {
  decltype(nova_host::tree) tree;
  decltype(nova_host::levels) levels;
  decltype(nova_host::cells) cells;
  decltype(nova_host::runs) runs;
};

extern const FloatTrees float_trees;

// Defined in float_scans.cpp. `z`: the tree over the totals of the block's cells (see nova_host in host.h).
void float_cells(int by, const void* y, nv_i64 followed, void* z);
void float_runs(int by, int exclusive, void* y, nv_i64 count, const void* carry, const void* z);

} // namespace nova::plan
