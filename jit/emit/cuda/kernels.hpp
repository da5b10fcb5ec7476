// Prints the kernels of most operations. For each kernel it prints a functor with the members that its kernel
// template (skeleton) requires, and the `__global__` function that calls the template.
#pragma once
#include "jit/emit/cuda/cuda_printer.hpp"

namespace nova::plan {

/// Prints the kernel of a map that computes each element on its own, in one thread.
void map_kernel(CudaPrinter& c, const Stm& s);
/// Prints the kernel of an Iota, which fills a column with first, first + step, ..
void iota_kernel(CudaPrinter& c, const Stm& s);
/// Prints the kernel of a Reduce or Accumulate whose state consists of scalars.
void reduce_kernel(CudaPrinter& c, const Stm& s);
/// Prints the kernels of a Scan or ScanScatter. A ScanScatter first stores values and target indices in temporary
/// columns. If no check has failed, further kernels then write to each target the last value that goes there.
void scan_kernel(CudaPrinter& c, const Stm& s);
/// Prints the kernel of a Filter, which writes the kept elements and, if s.splits, also those that are not kept.
void filter_kernel(CudaPrinter& c, const Stm& s);
/// Prints the kernels of a Rows. If the lengths can be computed without the elements, each element is then computed
/// once, at its final address. Otherwise a thread computes each row twice: for its length, and to copy its elements.
void rows_kernels(CudaPrinter& c, const Stm& s);
/// Prints the kernels of an Each. The first kernel stores each element's scalars and the lengths of its columns. The
/// second computes the elements again and copies their columns.
void each_kernels(CudaPrinter& c, const Stm& s);
/// Prints the kernels of a Scatter. The first kernel finds for each target the last element that goes there; the
/// second writes that element. A permutation needs one kernel only, which writes all elements.
void scatter_kernels(CudaPrinter& c, const Stm& s);

} // namespace nova::plan
