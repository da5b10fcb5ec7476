// The library libhdf5, which is opened when it is needed: Nova is built, and runs, without it. Its headers are not needed
// either; what is declared here has been the same since HDF5 1.10. For the child process alone, since damaged files crash it.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>

namespace nova::hdf5 {

using Id = int64_t;              ///< hid_t
using Size = unsigned long long; ///< hsize_t
inline constexpr Id usual = 0;   ///< H5P_DEFAULT, H5S_ALL, H5E_DEFAULT

/// H5I_type_t, H5S_class_t, H5T_class_t and H5T_str_t, as far as they are needed.
enum ObjectType : int { GroupObject = 2, DatasetObject = 5 };
enum SpaceType : int { ScalarSpace = 0, SimpleSpace = 1, NullSpace = 2 };
enum TypeClass : int {
  Integer,
  Float,
  Time,
  String,
  Bits,
  Opaque,
  Compound,
  Reference,
  Enum,
  Rows,
  ArrayType
};
enum Padding : int { ZeroEnded = 0, ZeroPadded = 1, BlankPadded = 2 };
inline constexpr int unsigned_sign = 0, virtual_layout = 3; // H5T_SGN_NONE, H5D_VIRTUAL

/// H5E_error2_t: a line of the library's account of an error.
struct ErrorRecord {
  Id library, major, minor;
  unsigned line;
  const char *function, *file, *text;
};

/// H5G_info_t.
struct GroupInfo {
  int storage;
  Size links;
  int64_t greatest_order;
  uint64_t mounted; ///< bool or unsigned, by the version
};

/// Why a file can't be read: a sentence's end for E0518.
struct Failure {
  std::string why;
};

class Library {
 public:
  /// Opens the library. Throws Failure if it is not installed, or older than 1.10.
  Library();
  /// Returns one of the library's own types, such as H5T_NATIVE_INT8.
  Id type(const char* name) const;
  /// Returns what the library says of its last error, as a sentence's end for E0518.
  std::string error_text() const;
  /// Throws Failure with that text.
  [[noreturn]] void fail() const { throw Failure{error_text()}; }
  /// Returns the library's result, unless it tells of an error by a negative one.
  template <class T> T checked(T result) const {
    if (result < 0) fail();
    return result;
  }
#define NOVA_HDF5(name, result, ...) result (*name)(__VA_ARGS__) = nullptr;
#include "runtime/io/hdf5/functions.def"
#undef NOVA_HDF5

 private:
  void* symbol(const char* name) const;
  void* handle_ = nullptr;
};

} // namespace nova::hdf5
