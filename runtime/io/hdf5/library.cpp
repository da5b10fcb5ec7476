#include "runtime/io/hdf5/library.hpp"
#include "runtime/io/hdf5/hdf5.hpp"
#include <algorithm>
#include <dlfcn.h>

namespace nova::hdf5 {

namespace {

void* open_any() {
  for (const char* name : library_names)
    if (void* const handle = dlopen(name, RTLD_NOW | RTLD_LOCAL)) return handle;
  throw Failure{"it needs the library libhdf5, which is not installed (in Debian: libhdf5-103-1)"};
}

/// Keeps the first line, which tells of the innermost function.
int keep_first(unsigned, const ErrorRecord* e, void* text) {
  auto& kept = *static_cast<std::string*>(text);
  if (kept.empty() && e && e->text) kept = e->text;
  return 0;
}

} // namespace

Library::Library() : handle_(open_any()) {
#define NOVA_HDF5(name, result, ...) name = reinterpret_cast<decltype(name)>(symbol(#name));
#include "runtime/io/hdf5/functions.def"
#undef NOVA_HDF5
  unsigned major = 0, minor = 0, release = 0;
  if (H5open() < 0 || H5get_libversion(&major, &minor, &release) < 0) throw Failure{"libhdf5 does not start"};
  if (major < 1 || (major == 1 && minor < 10))
    throw Failure{"the library libhdf5 is of version " + std::to_string(major) + "." + std::to_string(minor) +
                  ", and 1.10 is needed"};
  H5Eset_auto2(usual, nullptr, nullptr); // it would print errors
}

void* Library::symbol(const char* name) const {
  void* const found = dlsym(handle_, name);
  if (!found) throw Failure{"the library libhdf5 has no " + std::string(name)};
  return found;
}

Id Library::type(const char* name) const {
  return *static_cast<const Id*>(symbol((std::string(name) + "_g").c_str()));
}

std::string Library::error_text() const {
  constexpr int from_within = 0; // H5E_WALK_UPWARD
  std::string text;
  H5Ewalk2(usual, from_within, keep_first, &text);
  return text.empty() ? "libhdf5 does not say why" : "libhdf5 says: " + text;
}

} // namespace nova::hdf5
