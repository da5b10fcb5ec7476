// The header of a .npy file: magic, version, length, and a Python dictionary of the element type, the order
// and the shape, as text.
#pragma once
#include "runtime/array.hpp"
#include "runtime/io/bytes.hpp"
#include <string>
#include <vector>

namespace nova {

/// One number of an element: the whole element, or a field of a structure.
struct NpyField {
  Element element;
  bool swapped;    ///< its bytes are in the other order than the machine's
  uint64_t offset; ///< in the element
};

struct NpyHeader {
  std::vector<NpyField> fields;
  uint64_t item_size = 0;
  bool fortran_order = false;
  std::vector<int64_t> shape;
  int64_t count = 1;    ///< the shape's product
  uint64_t data_at = 0; ///< where the elements begin
};

/// Reads and checks it: the type is one that Nova has (else E0508), the shape's size is exactly what the file
/// holds (else E0504 or E0505).
NpyHeader read_npy_header(ByteSource& source);

/// The header's bytes as NumPy writes them: padded, so that an array may grow in place, to a multiple of 64.
std::string npy_header_text(const Layout* element, std::span<const int64_t> shape);

} // namespace nova
