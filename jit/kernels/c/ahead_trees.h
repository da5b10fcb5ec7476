// The trees of floating sums and products in C without Nova, where the text reduces such numbers.
#ifndef NOVA_JIT_AHEAD_TREES_H
#define NOVA_JIT_AHEAD_TREES_H

#include "jit/kernels/c/float_trees.h"

NOVA_FLOAT_TREES(add_f32, f32, nv_add_f32)
NOVA_FLOAT_TREES(add_f64, f64, nv_add_f64)
NOVA_FLOAT_TREES(mul_f32, f32, nv_mul_f32)
NOVA_FLOAT_TREES(mul_f64, f64, nv_mul_f64)
static void nova_host_tree(int by, void* lanes, int tiles) { NOVA_FOR_OPERATION(by, nova_tree, lanes, tiles) }
static void nova_host_levels(int by, void* values, nv_i64 n) { NOVA_FOR_OPERATION(by, nova_levels, values, n) }

#endif
