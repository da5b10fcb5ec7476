// Sorts of numbers by their digits, which compiled text calls through the host's table: they are the same for
// every form, so that no form has to wait for them to be compiled.
#pragma once
#include "runtime/scalar/scalar_ops.h" // first: the next one is text for its names

#include "jit/kernels/c/host.h"

namespace nova::plan {

struct DigitSorts {
  decltype(nova_host::sort) sort;
  decltype(nova_host::order) order;
};

/// For any machine, and for one with AVX2 and BMI2; both give the same.
extern const DigitSorts digit_sorts, digit_sorts_v3;

} // namespace nova::plan
