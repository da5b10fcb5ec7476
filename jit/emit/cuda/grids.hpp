// Prints maps over two-dimensional grids: maps whose bodies divide the index into a row and a column
// (kernels/cuda/grid.h).
#pragma once
#include "jit/emit/cuda/cuda_printer.hpp"

namespace nova::plan {

/// Prints the kernel of a map whose body divides its index into a row and a column. Returns false, and prints
/// nothing, if `map` is no such map.
bool grid_kernel(CudaPrinter& c, const Stm& map);

} // namespace nova::plan
