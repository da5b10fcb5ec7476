// Prints nested vectors (rows) whose lengths can be computed before their elements. All offsets are then known when
// elements are computed, so that each is written to its final address (kernels/cuda/row_maps.h,
// kernels/cuda/row_scans.h).
#pragma once
#include "jit/analysis/made_rows.hpp"
#include "jit/emit/cuda/cuda_printer.hpp"

namespace nova::plan {

/// Prints the kernels of the Rows `s`, whose parts are `m`: for the rows' lengths, for their offsets, and for their
/// elements.
void segment_kernels(CudaPrinter& c, const Stm& s, const MadeRows& m);
/// Prints the kernels of a RowsScatter. If the row's body is cheap (no columns, no loops), a row's elements are
/// shared among threads, each of which computes the row's body again. Otherwise one thread writes a whole row.
void rows_scatter_kernels(CudaPrinter& c, const Stm& s);

} // namespace nova::plan
