// Prints nested vectors (rows) whose lengths can be computed before their elements. All offsets are then known when
// elements are computed, so that each is written to its final address (kernels/cuda/row_maps.h,
// kernels/cuda/row_scans.h).
#pragma once
#include "jit/emit/cuda/cuda_printer.hpp"

namespace nova::plan {

/// The body of a Rows whose lengths can be computed before the elements. Either one scan makes all columns of a row,
/// or each column is made by a map or iota, or exists already.
struct MadeRows {
  /// the statements that all elements of a row share; its result is the row's length
  Body head;
  std::vector<const Stm*> makers{}; ///< the statements that make a row's columns: maps and iotas, or the scan
  const Stm* scan = nullptr;        ///< the scan that makes a row's columns, or null
};

/// Returns the parts of the Rows `s`. Returns nothing if its lengths cannot be computed first, for example if a
/// statement of its body uses a column that the body makes.
std::optional<MadeRows> made_rows(const Stm& s);
/// Prints the kernels of the Rows `s`, whose parts are `m`: for the rows' lengths, for their offsets, and for their
/// elements.
void segment_kernels(CudaPrinter& c, const Stm& s, const MadeRows& m);
/// Prints the kernels of a RowsScatter. If the row's body is cheap (no columns, no loops), a row's elements are
/// shared among threads, each of which computes the row's body again. Otherwise one thread writes a whole row.
void rows_scatter_kernels(CudaPrinter& c, const Stm& s);

} // namespace nova::plan
