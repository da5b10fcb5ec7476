// CudaPrinter: the state that the functions of this folder share while they print a plan's CUDA text.
#pragma once
#include "jit/emit/c/body_printer.hpp"
#include "jit/emit/cuda/emit_cuda.hpp"
#include <unordered_set>

namespace nova::plan {

/// Prints a plan's CUDA text. `body` prints scalar code as C. For each statement over n elements outside of kernels
/// it prints the statement's kernels.
struct CudaPrinter {
  CudaPrinter(const Plan& plan, bool fetches);
  CudaPrinter(const CudaPrinter&) = delete;
  CudaPrinter& operator=(const CudaPrinter&) = delete;

  BodyPrinter body;
  /// by Var: whether a kernel computes the variable, a scalar, so that its value lies in device memory
  const std::vector<bool> made;
  /// the Scatter statements that write each index once, so that their order of writes does not matter
  const std::unordered_set<const Stm*> permutations;
  std::unordered_map<const Stm*, Launch> launches{}; ///< the launch of each statement printed so far
};

} // namespace nova::plan
