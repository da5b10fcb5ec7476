// Prints histograms for a GPU: with atomic operations, or with a sort by target index.
#pragma once
#include "jit/emit/cuda/cuda_printer.hpp"

namespace nova::plan {

/// Prints the kernels of a histogram: with atomic operations if they cannot change a bit of the result, else with a
/// sort by target index.
void histogram_kernels(CudaPrinter& c, const Stm& s);

} // namespace nova::plan
