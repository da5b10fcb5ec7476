// Reads Matrix Market files (.mtx) in coordinate and array format, and writes them in coordinate format. Values are
// real, complex, integer or pattern; matrices are general, symmetric, skew-symmetric or Hermitian.
#pragma once
#include "runtime/array.hpp"
#include "runtime/io/bytes.hpp"

namespace nova {

/// A sparse matrix. Its entries are tuples (row, column, value) with indices from 0, in row-major order. Entries with
/// equal indices are not merged, and keep the file's order.
struct SparseMatrix {
  int64_t rows = 0, columns = 0;
  Array entries;
};

/// Reads a matrix with values of the layout `number`, which must be that of a number type, complex ones included. If `number` is null,
/// values are doubles if the file has reals, complex doubles if it has complex numbers, else ints. Symmetric matrices get the entries of both triangles;
/// pattern entries have the value 1. Integers can be read as any number type, reals only as a floating or complex one, complex
/// numbers only as these. Fails
/// with E0504 if the file is malformed, E0507 if `number` is an integer type and the file has reals, or a real
/// one and it has complex numbers.
SparseMatrix read_mtx(ByteSource& source, Layouts& layouts, const Layout* number = nullptr);

/// Writes the matrix in general coordinate format. Fails with E0509 if an entry lies outside the matrix.
void write_mtx(ByteSink& sink, const SparseMatrix& m);

} // namespace nova
