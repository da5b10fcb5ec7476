// Sums and products of floating numbers in their shapes (docs/shapes.md), which compiled text calls through
// the host's table: their trees are the same for every form, and long to compile.
#pragma once
#include "runtime/scalar/scalar_ops.h" // first: the next one is text for its names

#include "jit/kernels/c/host.h"

namespace nova::plan {

struct FloatTrees {
  decltype(nova_host::tree) tree;
  decltype(nova_host::levels) levels;
  decltype(nova_host::cells) cells;
  decltype(nova_host::runs) runs;
};

extern const FloatTrees float_trees;

// float_scans.cpp
void float_cells(int by, const void* y, nv_i64 followed, void* z);
void float_runs(int by, int exclusive, void* y, nv_i64 count, const void* carry, const void* z);

} // namespace nova::plan
