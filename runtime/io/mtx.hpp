// Matrix Market files (.mtx): coordinate and array format, real, integer and pattern, general, symmetric and
// skew-symmetric.
#pragma once
#include "runtime/array.hpp"
#include "runtime/io/bytes.hpp"

namespace nova {

/// A sparse matrix: its entries are tuples (row, column, value), counted from 0, in row-major order; entries
/// that are given twice stay two, in the file's order.
struct SparseMatrix {
  int64_t rows = 0, columns = 0;
  Array entries;
};

/// Reads a matrix with values of `number`'s layout (a primitive number; null: double for real files, int
/// otherwise). Symmetric entries are given on both sides, patterns have the value 1. Integers are read at any
/// number type, reals at floating ones. E0504 malformed, E0507 reals where integers were asked for, E0508
/// complex.
SparseMatrix read_mtx(ByteSource& source, Layouts& layouts, const Layout* number = nullptr);

/// Writes general coordinate format. E0509 where an entry lies outside the matrix.
void write_mtx(ByteSink& sink, const SparseMatrix& m);

} // namespace nova
