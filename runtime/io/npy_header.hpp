// Reads and writes the header of a .npy file: magic bytes, version, length, and the text of a Python dictionary with
// the element type, the order (row-major or Fortran's) and the shape.
#pragma once
#include "runtime/array.hpp"
#include "runtime/io/bytes.hpp"
#include <string>
#include <vector>

namespace nova {

/// The type and position of a scalar in each element of the file: the whole element, or one field of a structure.
struct NpyField {
  Element element;
  bool swapped;    ///< whether its byte order differs from the machine's
  uint64_t offset; ///< its offset in the element, in bytes
};

struct NpyHeader {
  std::vector<NpyField> fields;
  uint64_t item_size = 0;
  bool complex = false; ///< whether the two fields are the parts of a complex number
  bool fortran_order = false;
  std::vector<int64_t> shape;
  int64_t count = 1;    ///< the number of elements, which is the product of the shape
  uint64_t data_at = 0; ///< the offset of the elements in the file
};

/// Reads and checks the header. Fails with E0508 if Nova has no such type. Fails with E0504 or E0505 if the file does
/// not have exactly the bytes that type and shape need.
NpyHeader read_npy_header(ByteSource& source);

/// Returns the header's bytes as NumPy writes them: padded to a multiple of 64, with spare space so that an array may
/// grow in place.
std::string npy_header_text(const Layout* element, std::span<const int64_t> shape);

} // namespace nova
