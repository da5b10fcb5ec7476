// Names of a program in C: which ones are taken by C, by its library, or by the library that is written.
#pragma once
#include <set>
#include <string>
#include <string_view>

namespace nova {

/// Returns a name of the program as one in C: each character that no name has becomes _.
std::string c_name(const std::string& name);
/// Whether C or its headers may give the name another meaning: keywords, types (.._t), macros in small letters, and names in
/// capitals, which macros have.
bool is_taken_in_c(std::string_view name);
/// Whether a header of C or C++ has a type, constant or namespace of the name. Parameters may have it all the same.
bool is_type_in_c(std::string_view name);
/// Whether the C library has a function of this name.
bool is_library_function(const std::string& name);
/// Returns the name of the library of a program.
std::string library_name(const std::string& program);
/// Whether the header of a library has a function or type of this name besides those of its program.
bool is_own_name(const std::string& program, std::string_view name);

/// The names of a function's parameters and results. They are distinct, also for Fortran, which knows no small letters.
class PartNames {
 public:
  /// `program`, `function`: their names in C.
  PartNames(const std::string& program, const std::string& function);
  /// Returns the name, or one with _ behind it if that is taken, and takes it.
  std::string fresh(std::string name);
  /// Returns the name of a parameter as written, such that it begins as no name of the library does.
  std::string parameter(const std::string& written) const;

 private:
  std::string program_;
  std::set<std::string> used_; ///< in small letters
};

} // namespace nova
