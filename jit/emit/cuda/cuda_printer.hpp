// The state with which kernels for a GPU are printed.
#pragma once
#include "jit/emit/c/body_printer.hpp"
#include "jit/emit/cuda/emit_cuda.hpp"
#include <unordered_set>

namespace nova::plan {

/// Prints bodies as for C, and a kernel in place of each parallel statement at the host's level.
struct CudaPrinter {
  explicit CudaPrinter(const Plan& plan);
  CudaPrinter(const CudaPrinter&) = delete;
  CudaPrinter& operator=(const CudaPrinter&) = delete;

  BodyPrinter body;
  const std::vector<bool> made;                      ///< by Var: whether a kernel computes the scalar
  const std::unordered_set<const Stm*> permutations; ///< scatters whose order of writes does not matter
  std::unordered_map<const Stm*, Launch> launches{};
};

} // namespace nova::plan
