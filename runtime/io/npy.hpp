// NumPy's .npy files (format 1.0 to 3.0) to arrays and back, and .npz archives of them.
//
// Elements: int8 to int64, uint8, float32, float64, bool and S1 (char), of either byte order; a file of
// structures is an array of tuples. Fortran order is turned into row-major order. Types must match exactly.
#pragma once
#include "runtime/array.hpp"
#include "runtime/io/bytes.hpp"
#include <optional>

namespace nova {

/// Reads one array. `element` is the layout that its elements must have (char takes uint8 too), null for any
/// that the file has; `rank` the number of dimensions it must have. An array of no dimensions comes as a
/// vector of one element. E0504 malformed, E0505 truncated, E0507 another type or rank, E0508 a type that
/// Nova has not.
Array read_npy(ByteSource& source, Layouts& layouts, const Layout* element = nullptr,
               std::optional<uint32_t> rank = {});

/// Writes the bytes that NumPy would write (format 1.0, row-major). Elements are primitive, not unit, or
/// tuples of such (fields f0, f1, ...). `scalar`: an array of no dimensions, of the one element. NaNs are
/// made canonical. E0509 no such elements.
void write_npy(ByteSink& sink, const Array& a, bool scalar = false);

/// An archive's members, by name (without `.npy`), in the archive's order.
std::vector<std::string> npz_names(ByteSource& source);

/// One member. E0510 where there is none of the name; else as read_npy.
Array read_npz(ByteSource& source, std::string_view member, Layouts& layouts, const Layout* element = nullptr,
               std::optional<uint32_t> rank = {});

class ZipWriter;

/// Writes an archive, its members stored as they are, as numpy.savez does.
class NpzWriter {
 public:
  explicit NpzWriter(ByteSink& sink);
  ~NpzWriter();
  /// E0509 where the name is taken, empty or too long.
  void add(const std::string& name, const Array& a, bool scalar = false);
  void finish();

 private:
  ByteSink& sink_;
  std::unique_ptr<ZipWriter> zip_;
};

} // namespace nova
