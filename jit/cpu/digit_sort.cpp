// The sorts of kernels/c/digit_sort.h, compiled with Nova. This file is compiled for several machines (digit_sort_v3.cpp). So it
// includes no header of the standard library with functions: the linker could keep a copy of an inline function that was
// compiled for another machine.
#include "jit/cpu/digit_sort.hpp"
#include "jit/kernels/c/digit_order.h"
#ifndef NOVA_DIGIT_SORTS
#define NOVA_DIGIT_SORTS digit_sorts
#endif

namespace nova::plan {

const DigitSorts NOVA_DIGIT_SORTS = {nova_sort, nova_order};

} // namespace nova::plan
