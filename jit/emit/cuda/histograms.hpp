// Histograms on a GPU: by atomic operations, or by a sort of places.
#pragma once
#include "jit/emit/cuda/cuda_printer.hpp"

namespace nova::plan {

/// By atomic operations, or by a sort of places.
void histogram_kernels(CudaPrinter& c, const Stm& s);

} // namespace nova::plan
