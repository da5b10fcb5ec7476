// Reads HDF5 files, and those of NetCDF-4, by the library libhdf5 where it is installed. It runs in a child process, which
// can open no other file: damaged files crash the library, and a file may refer to others.
#pragma once
#include "runtime/io/asked_array.hpp"
#include "runtime/io/bytes.hpp"
#include "runtime/io/csv/csv.hpp"
#include <memory>
#include <optional>

namespace nova {

/// The numbers or texts of a dataset: all of it, or those of one member of its compound.
struct H5Part {
  std::string name;                 ///< the member's name
  std::optional<Element> element{}; ///< the type of numbers and bools
  uint64_t text_size = 0;           ///< bytes of a fixed-length text; 0: of any length
  std::string unread{};             ///< the type in words, if Nova reads none such
};

/// What is at a path of a file.
struct H5Object {
  enum Kind : uint8_t { Missing, Group, Dataset, Other } kind = Missing;
  std::string path{};
  std::string why_missing{}; ///< what the library says
  std::vector<int64_t> shape{};
  int64_t chunk_rows = 1;    ///< rows that are stored together
  bool empty = false;        ///< whether it has no elements and no shape
  bool compound = false;     ///< whether the parts are a compound's members
  bool is_dimension = false; ///< whether it stands for a dimension of NetCDF that has no variable
  std::vector<H5Part> parts{};
};

/// An attribute of an object: its name, and its elements as text.
struct H5Attribute {
  std::string name, text;
};

namespace hdf5 {
class Process;
/// The names of the library, in the order in which they are tried: those of Debian, and of others.
inline constexpr const char* library_names[] = {
    "libhdf5_serial.so.103", "libhdf5.so.103", "libhdf5_serial.so.310", "libhdf5.so.310",
    "libhdf5.so.200",        "libhdf5.so.320", "libhdf5_serial.so",     "libhdf5.so"};
} // namespace hdf5
class Message;

class H5File {
 public:
  /// Opens the file, which `source` has. All functions fail with E0518 if the library is not installed, refuses the file,
  /// ends by a crash or hangs.
  explicit H5File(ByteSource& source);
  ~H5File();

  struct Entry {
    std::string path;
    H5Object::Kind kind; ///< Missing: it is listed, but can't be opened
  };
  /// Returns all objects, a group before what is in it; of many the first.
  std::vector<Entry> entries();
  /// Opens what is at the path; "/" is the file's outermost group.
  H5Object open(const std::string& path);
  /// Returns the attributes of the object that was opened last.
  std::vector<H5Attribute> attributes();
  /// Returns the name of an object in messages, as in f.h5[path].
  std::string name_of(const H5Object& object) const;
  /// Reads the dataset that was opened last, as read_npy does. With names, a compound's members are chosen by them. Stops
  /// behind `rows` of the first dimension. Fails with E0507 if type or rank differ, E0508 if Nova has no such type, E0513 if
  /// the compound lacks a member.
  Array read(const H5Object& object, Layouts& layouts, const AskedArray& asked = {},
             std::span<const CsvName> names = {}, int64_t rows = INT64_MAX);

 private:
  template <class Take> auto answered(Message& request, Take take);
  ByteSource& source_;
  std::unique_ptr<hdf5::Process> process_;
};

} // namespace nova
