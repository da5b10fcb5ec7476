// What kernels for a GPU are printed with.
#pragma once
#include "jit/emit/c/body_printer.hpp"
#include "jit/emit/cuda/emit_cuda.hpp"
#include <unordered_set>

namespace nova::plan {

/// Prints bodies as for C, and kernels in the place of statements at the host's level.
struct CudaPrinter {
  explicit CudaPrinter(const Plan& plan);
  CudaPrinter(const CudaPrinter&) = delete;
  CudaPrinter& operator=(const CudaPrinter&) = delete;

  BodyPrinter body;
  const std::vector<bool> made;                      ///< scalars that kernels make, by Var
  const std::unordered_set<const Stm*> permutations; ///< scatters whose elements' order does not matter
  std::unordered_map<const Stm*, Launch> launches{};
};

} // namespace nova::plan
