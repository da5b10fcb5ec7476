// Radix sorts of numbers, which generated C calls through the table of host functions (nova_host). They are the same
// for every form, so they are compiled with Nova, and no form waits for their compilation.
#pragma once
#include "runtime/scalar/scalar_narrow.h" // must come first, since host.h uses its names

#include "jit/kernels/c/host.h"

namespace nova::plan {

/// The functions `sort` and `order` of nova_host, which host.h describes.
struct DigitSorts {
  decltype(nova_host::sort) sort;
  decltype(nova_host::order) order;
};

/// The sorts for any machine, and those for machines with AVX2 and BMI2. Both give the same results.
extern const DigitSorts digit_sorts, digit_sorts_v3;

} // namespace nova::plan
