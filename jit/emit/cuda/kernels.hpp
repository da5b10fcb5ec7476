// Prints kernels: for each, a functor with the members that its skeleton requires, and the entry that calls the
// skeleton.
#pragma once
#include "jit/emit/cuda/cuda_printer.hpp"

namespace nova::plan {

/// Prints the kernel of a map that computes element by element.
void map_kernel(CudaPrinter& c, const Stm& s);
/// Prints the kernel that fills a column with first, first + step, ..
void iota_kernel(CudaPrinter& c, const Stm& s);
/// Prints the kernel of a reduction of scalars.
void reduce_kernel(CudaPrinter& c, const Stm& s);
/// Prints the kernels of a scan. A ScanScatter stores values and targets in temporary columns first; when all checks
/// have held, each target is set to its last value.
void scan_kernel(CudaPrinter& c, const Stm& s);
/// Prints the kernel that writes the elements that are kept, and, if the filter splits, the others.
void filter_kernel(CudaPrinter& c, const Stm& s);
/// Prints the kernels of a Rows: with lengths that are computed first, or with a thread that makes each row twice.
void rows_kernels(CudaPrinter& c, const Stm& s);
/// Prints the kernels of an Each. The first stores scalars and the lengths of the columns; the second makes the
/// elements again and copies their columns.
void each_kernels(CudaPrinter& c, const Stm& s);
/// Prints the kernels of a scatter: elements claim their targets, and the last claim of a target is written. A
/// permutation needs no claims.
void scatter_kernels(CudaPrinter& c, const Stm& s);

} // namespace nova::plan
