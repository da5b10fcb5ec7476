// What the tests of files share: bytes in memory as a source, the files under tests/data, and the code of a
// fault.
#pragma once
#include "runtime/array.hpp"
#include "runtime/fault.hpp"
#include "runtime/io/bytes.hpp"
#include <filesystem>
#include <string>
#include <string_view>

namespace nova::test {

inline MemorySource source_of(std::string_view bytes) {
  return MemorySource("file", std::as_bytes(std::span(bytes.data(), bytes.size())));
}

inline std::string data_path(const std::string& name) {
  return std::string(NOVA_SOURCE_DIR) + "/tests/data/" + name;
}

inline std::unique_ptr<ByteSource> data(const std::string& name) {
  Permissions p;
  p.allow_read(data_path(""));
  return open_source(p, data_path(name));
}

inline std::string bytes_of(ByteSource& s) {
  const BufferRef all = s.read_all();
  return std::string(reinterpret_cast<const char*>(all->bytes()), all->size());
}

template <class F> Fault fault_of(F f) {
  try {
    f();
  } catch (const Fault& fault) {
    return fault;
  }
  return {"none", {}};
}

template <class T> std::vector<T> items(const Array& a) {
  const auto e = a.elements<T>();
  return {e.begin(), e.end()};
}

/// A folder of its own, gone at the end.
struct TemporaryFolder {
  std::filesystem::path path;
  TemporaryFolder() {
    std::string name = std::filesystem::temp_directory_path() / "nova-test-XXXXXX";
    path = std::filesystem::canonical(mkdtemp(name.data()));
  }
  ~TemporaryFolder() { std::filesystem::remove_all(path); }
  std::string file(const char* name) const { return path / name; }
};

} // namespace nova::test
