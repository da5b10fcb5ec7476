// Maps over rows and columns (kernels/cuda/grid.h).
#pragma once
#include "jit/emit/cuda/cuda_printer.hpp"

namespace nova::plan {

/// False where it is no map over rows and columns.
bool grid_kernel(CudaPrinter& c, const Stm& map);

} // namespace nova::plan
