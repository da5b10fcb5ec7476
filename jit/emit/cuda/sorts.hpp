// Prints sorts for a GPU: numbers by their digits (kernels/cuda/radix_sort.h), all else by merging
// (kernels/cuda/sort.h).
#pragma once
#include "jit/emit/c/body_printer.hpp"
#include "jit/emit/cuda/cuda_printer.hpp"

namespace nova::plan {

/// Prints the kernels that compute the stable order of positions.
void sort_kernel(CudaPrinter& c, const Stm& s);
/// Prints the kernels of a radix sort: counts, starts, and one pass, which is launched for each digit. `key` is the
/// numbers' C type; `keys`: whether the sorted numbers are written, and not their positions.
void radix_entries(BodyPrinter& p, const std::string& kernel, const std::string& key, bool keys,
                   size_t digits);
/// Prints the kernel that writes the positions 0, 1, .. as the order to start from.
void sort_first(BodyPrinter& p, const std::string& kernel);

} // namespace nova::plan
