// Sorts on a GPU: numbers by their digits (kernels/cuda/radix_sort.h), all else by merging (kernels/cuda/sort.h).
#pragma once
#include "jit/emit/c/body_printer.hpp"
#include "jit/emit/cuda/cuda_printer.hpp"

namespace nova::plan {

/// The stable order of positions.
void sort_kernel(CudaPrinter& c, const Stm& s);
/// The kernels of a sort by digits: counts, starts and a pass.
void radix_entries(BodyPrinter& p, const std::string& kernel, const std::string& key, bool keys,
                   size_t digits);
/// The kernel that writes positions as they come.
void sort_first(BodyPrinter& p, const std::string& kernel);

} // namespace nova::plan
