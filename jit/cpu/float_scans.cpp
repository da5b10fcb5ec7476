// Scans of floating-point sums and products over one block, which is 64 cells of 16 elements.
#include "jit/cpu/float_trees.hpp"
#include "jit/kernels/c/float_trees.h"

namespace nova::plan {
namespace {

NOVA_FLOAT_SCANS(add_f32, f32, nv_add_f32)
NOVA_FLOAT_SCANS(add_f64, f64, nv_add_f64)
NOVA_FLOAT_SCANS(mul_f32, f32, nv_mul_f32)
NOVA_FLOAT_SCANS(mul_f64, f64, nv_mul_f64)

} // namespace

void float_cells(int by, const void* y, nv_i64 followed, void* z) {
  NOVA_FOR_OPERATION(by, nova_cells, y, followed, z)
}

void float_runs(int by, int exclusive, void* y, nv_i64 count, const void* carry, const void* z) {
  NOVA_FOR_OPERATION(by, nova_runs, exclusive, y, count, carry, z)
}

} // namespace nova::plan
