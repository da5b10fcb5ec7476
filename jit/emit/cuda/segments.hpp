// Rows whose lengths can be told before them, each to its place (kernels/cuda/row_maps.h, kernels/cuda/row_scans.h).
#pragma once
#include "jit/emit/cuda/cuda_printer.hpp"

namespace nova::plan {

/// Rows whose lengths are told before them: what makes their elements is one scan, or some maps and columns that are there.
struct MadeRows {
  Body head; ///< what is before the elements; its result is the row's length
  std::vector<const Stm*> makers{};
  const Stm* scan = nullptr;
};

/// Nothing where a row's elements are made of others of its own.
std::optional<MadeRows> made_rows(const Stm& s);
/// The kernels of such rows: lengths, offsets, and elements or scans.
void segment_kernels(CudaPrinter& c, const Stm& s, const MadeRows& m);
/// Threads that have neighbours of one row compute its head each, unless that makes columns or goes through something.
void rows_scatter_kernels(CudaPrinter& c, const Stm& s);

} // namespace nova::plan
