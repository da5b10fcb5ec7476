// Prints sorts for a GPU: a radix sort for numbers (kernels/cuda/radix_sort.h), and a merge sort for all else
// (kernels/cuda/sort.h).
#pragma once
#include "jit/emit/c/body_printer.hpp"
#include "jit/emit/cuda/cuda_printer.hpp"

namespace nova::plan {

/// Prints the kernels of a Sort, which compute the indices 0 .. n - 1 in stable sorted order.
void sort_kernel(CudaPrinter& c, const Stm& s);
/// Prints the three kernels of a radix sort. The first counts how often each value of each digit occurs. The second
/// computes, for each value of a digit, the index at which the elements with that value begin. The third sorts by one
/// digit, and is launched once for each digit. `key` is the numbers' C type and `digits` their number of digits.
/// `keys`: whether the sorted numbers are written, instead of their indices.
void radix_entries(BodyPrinter& p, const std::string& kernel, const std::string& key, bool keys,
                   size_t digits);
/// Prints the kernel that writes 0, 1, .., n - 1, the order from which the merge sort starts.
void sort_first(BodyPrinter& p, const std::string& kernel);

} // namespace nova::plan
