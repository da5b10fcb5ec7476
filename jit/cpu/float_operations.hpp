// The floating-point operations (sums and products) for which float_trees.cpp and float_scans.cpp are compiled.
#pragma once
#include "jit/cpu/float_trees.hpp"

namespace nova::plan {

template <class T, T (*by)(T, T)> struct Operation {
  using Number = T;
  static T join(T a, T b) { return by(a, b); }
};

/// Calls f with the operation whose number is `by`, such as NOVA_BY_add_f64.
template <class F> void with_operation(int by, F f) {
  switch (by) {
  case NOVA_BY_add_f32: return f(Operation<nv_f32, nv_add_f32>());
  case NOVA_BY_add_f64: return f(Operation<nv_f64, nv_add_f64>());
  case NOVA_BY_mul_f32: return f(Operation<nv_f32, nv_mul_f32>());
  default: return f(Operation<nv_f64, nv_mul_f64>());
  }
}

} // namespace nova::plan
