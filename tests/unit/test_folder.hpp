// A folder of the tests' own, for compiled kernels; gone at the end.
#pragma once
#include <cstdlib>
#include <doctest/doctest.h>
#include <filesystem>
#include <string>

struct TestFolder {
  std::string path = (std::filesystem::temp_directory_path() / "nova-test-XXXXXX").string();
  TestFolder() { REQUIRE(mkdtemp(path.data())); }
  ~TestFolder() { std::filesystem::remove_all(path); }
};

inline const std::string& folder() {
  static TestFolder f;
  return f.path;
}
