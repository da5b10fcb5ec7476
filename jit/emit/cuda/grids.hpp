// Prints maps over the rows and columns of a grid (kernels/cuda/grid.h).
#pragma once
#include "jit/emit/cuda/cuda_printer.hpp"

namespace nova::plan {

/// Prints the kernel of a map over rows and columns. Returns false, and prints nothing, if `map` does not divide its
/// index so.
bool grid_kernel(CudaPrinter& c, const Stm& map);

} // namespace nova::plan
