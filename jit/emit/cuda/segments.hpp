// Prints rows whose lengths can be computed before their elements, so that each element is written to its final place
// (kernels/cuda/row_maps.h, kernels/cuda/row_scans.h).
#pragma once
#include "jit/emit/cuda/cuda_printer.hpp"

namespace nova::plan {

/// The body of a Rows whose lengths can be computed first. One scan makes a row's elements, or else maps, iotas and
/// columns that exist already do.
struct MadeRows {
  Body head; ///< the statements before the elements; its result is the row's length
  std::vector<const Stm*> makers{};
  const Stm* scan = nullptr;
};

/// Returns the parts of `s`, or nothing if a row's elements are made from other elements of the same row.
std::optional<MadeRows> made_rows(const Stm& s);
/// Prints the kernels of the rows `m` of `s`: lengths, offsets, and elements or scans.
void segment_kernels(CudaPrinter& c, const Stm& s, const MadeRows& m);
/// Prints the kernels of a RowsScatter. Threads with neighbouring elements of one row each compute its head, unless
/// the head makes columns or loops.
void rows_scatter_kernels(CudaPrinter& c, const Stm& s);

} // namespace nova::plan
