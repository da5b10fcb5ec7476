// Reduction trees over the lanes and tiles of floating-point sums and products.
#include "jit/cpu/float_trees.hpp"
#include "jit/kernels/c/float_trees.h"

namespace nova::plan {
namespace {

NOVA_FLOAT_TREES(add_f32, f32, nv_add_f32)
NOVA_FLOAT_TREES(add_f64, f64, nv_add_f64)
NOVA_FLOAT_TREES(mul_f32, f32, nv_mul_f32)
NOVA_FLOAT_TREES(mul_f64, f64, nv_mul_f64)

void tree(int by, void* lanes, int tiles) { NOVA_FOR_OPERATION(by, nova_tree, lanes, tiles) }
void levels(int by, void* values, nv_i64 n) { NOVA_FOR_OPERATION(by, nova_levels, values, n) }

} // namespace

const FloatTrees float_trees = {tree, levels, float_cells, float_runs};
} // namespace nova::plan
