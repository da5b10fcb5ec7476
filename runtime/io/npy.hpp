// Reads and writes NumPy's .npy files (format 1.0 to 3.0), and .npz archives of them.
//
// Elements are int8 to int64, uint8 to uint64, float16 to float64, bfloat16, complex64, complex128, bool or strings, in
// either byte order. Strings of bytes and of Unicode characters become texts; those of one byte may be chars. A file of
// structures, of numbers, strings and dates, becomes an array of tuples. A large file of numbers is mapped, not copied. Fortran order is converted to row-major order. No element type is converted to
// another.
#pragma once
#include "runtime/array.hpp"
#include "runtime/io/bytes.hpp"
#include "runtime/io/csv/csv.hpp"
#include <optional>

namespace nova {

/// Reads one array. `element` is the layout that its elements must have (char accepts uint8 too), or null for any.
/// `rank` is the number of dimensions that it must have, that of a text's chars included, or nothing for any number.
/// `kinds` says which ints, or fields, are days or microseconds since 1970: NumPy's dates are read as no others.
/// An array without dimensions becomes a vector of one element. Fails with E0504 if the file is malformed, E0505 if truncated, E0507 if type or
/// rank differ, E0508 if Nova has no such type, E0517 if a date is missing or no whole number of days or microseconds.
Array read_npy(ByteSource& source, Layouts& layouts, const Layout* element = nullptr,
               std::optional<uint32_t> rank = {}, std::span<const CsvKind> kinds = {});

/// Writes the bytes that NumPy would write (format 1.0, row-major). Elements must be primitive (not unit), tuples of
/// primitive ones (fields f0, f1, ...), or texts, which become strings of bytes as long as the longest. `scalar`:
/// whether to write the only element as an array without dimensions. NaNs are made canonical. Fails with E0509 for other elements.
void write_npy(ByteSink& sink, const Array& a, bool scalar = false);

/// Returns the names of an archive's members, without `.npy`, in the archive's order.
std::vector<std::string> npz_names(ByteSource& source);

/// Reads one member of an archive, as read_npy does. Fails with E0510 if there is no member of this name.
Array read_npz(ByteSource& source, std::string_view member, Layouts& layouts, const Layout* element = nullptr,
               std::optional<uint32_t> rank = {}, std::span<const CsvKind> kinds = {});

class ZipWriter;

/// Writes an archive whose members are not compressed, as numpy.savez does.
class NpzWriter {
 public:
  explicit NpzWriter(ByteSink& sink);
  ~NpzWriter();
  /// Adds a member. Fails with E0509 if the name is taken, empty or too long.
  void add(const std::string& name, const Array& a, bool scalar = false);
  void finish();

 private:
  ByteSink& sink_;
  std::unique_ptr<ZipWriter> zip_;
};

} // namespace nova
