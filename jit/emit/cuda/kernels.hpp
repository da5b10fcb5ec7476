// Kernels: a functor with what its skeleton asks for, and the entry that calls the skeleton.
#pragma once
#include "jit/emit/cuda/cuda_printer.hpp"

namespace nova::plan {

/// Element by element.
void map_kernel(CudaPrinter& c, const Stm& s);
/// A column of first, first + step, ..
void iota_kernel(CudaPrinter& c, const Stm& s);
/// A reduction of scalars.
void reduce_kernel(CudaPrinter& c, const Stm& s);
/// A scan whose values go to places stores both apart first; then, once all is checked, each place takes the last one.
void scan_kernel(CudaPrinter& c, const Stm& s);
/// The elements that are kept, and maybe the others.
void filter_kernel(CudaPrinter& c, const Stm& s);
/// Rows: told before, or each made by a thread, twice.
void rows_kernels(CudaPrinter& c, const Stm& s);
/// Scalars go to their places at once; lengths are counted first, the rows are made again and copied then.
void each_kernels(CudaPrinter& c, const Stm& s);
/// Elements replaced: each place takes the last claim.
void scatter_kernels(CudaPrinter& c, const Stm& s);

} // namespace nova::plan
