// Reads and writes the header of a .npy file: magic bytes, version, length, and the text of a Python dictionary with
// the element type, the order (row-major or Fortran's) and the shape. Reads and writes fixed-length strings behind it.
#pragma once
#include "runtime/array.hpp"
#include "runtime/io/bytes.hpp"
#include <optional>
#include <string>
#include <vector>

namespace nova {

/// How the file holds fixed-length strings.
struct NpyText {
  bool unicode; ///< whether of code points of 4 bytes, otherwise of bytes
  bool swapped; ///< whether the code points' byte order differs from the machine's
};

/// NumPy's dates and moments: whole numbers of `count` units since 1970. Weeks, days .. as NumPy abbreviates them: W D h ..
struct NpyMoment {
  std::string unit;
  int64_t count = 1;
};

/// The type and position of a scalar in each element of the file: the whole element, or one field of a structure.
struct NpyField {
  Element element;
  bool swapped;                      ///< whether its byte order differs from the machine's
  uint64_t offset;                   ///< its offset in the element, in bytes
  std::optional<NpyText> text{};     ///< of a string in a structure, whose characters are of type `element`
  uint64_t text_size = 0;            ///< its length in bytes
  std::optional<NpyMoment> moment{}; ///< of dates and moments, which are ints
};

struct NpyHeader {
  std::vector<NpyField> fields; ///< none for strings
  /// Set if the elements are strings. For S1, which may be read as chars too, there is a field besides.
  std::optional<NpyText> text;
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
/// grow in place. `type` is NumPy's spelling of the elements' type, such as '<f8' with its quotes.
std::string npy_header_text(std::string_view type, std::span<const int64_t> shape);

/// Returns NumPy's spelling of the type of numbers, bools, chars, or tuples of them, with its quotes.
std::string npy_type_text(const Layout* element);

// ---- Fixed-length strings, of bytes (S5) and of Unicode characters (U5): npy_text.cpp ----

/// Where the strings lie in each element of the file.
struct NpyTextPlace {
  NpyText text;
  uint64_t offset = 0, size = 0;
};
/// Reads the file's strings without the zero bytes at their ends. A Unicode string becomes its UTF-8 bytes. Returns an
/// array of texts of the layout, in the file's order, one for each element. Fails with E0504 where a number is no Unicode
/// character.
ColumnRef read_npy_texts(ByteSource& source, const NpyHeader& h, const NpyTextPlace& place,
                         const Layout* texts);

/// Returns the length of the longest text of `a`, at least 1. Fails with E0509 if a text ends with a zero byte, which
/// NumPy's strings can't have.
int64_t npy_text_width(const Array& a);

/// Writes the texts of `a`, each filled up with zero bytes to `width` bytes.
void write_npy_texts(ByteSink& sink, const Array& a, int64_t width);

} // namespace nova
