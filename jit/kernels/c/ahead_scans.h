// The scans of floating sums and products in C without Nova, where the text scans such numbers. GCC needs 4 s for them at -O3.
#ifndef NOVA_JIT_AHEAD_SCANS_H
#define NOVA_JIT_AHEAD_SCANS_H

#include "jit/kernels/c/float_trees.h"

NOVA_FLOAT_SCANS(add_f32, f32, nv_add_f32)
NOVA_FLOAT_SCANS(add_f64, f64, nv_add_f64)
NOVA_FLOAT_SCANS(mul_f32, f32, nv_mul_f32)
NOVA_FLOAT_SCANS(mul_f64, f64, nv_mul_f64)
static void nova_host_cells(int by, const void* y, nv_i64 followed, void* z) {
  NOVA_FOR_OPERATION(by, nova_cells, y, followed, z)
}
static void nova_host_runs(int by, int exclusive, void* y, nv_i64 count, const void* carry, const void* z) {
  NOVA_FOR_OPERATION(by, nova_runs, exclusive, y, count, carry, z)
}

#endif
