// Folders for compiled kernels: one of the tests' own, gone at the end, and one that is kept between runs.
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

/// Returns the folder where compiled kernels are kept between runs, $NOVA_TEST_CACHE/unit. Without that variable it is
/// `folder()`. A kernel is found there by its text and its compiler, so that the same text is compiled once.
inline const std::string& kept_folder() {
  static const char* const kept = getenv("NOVA_TEST_CACHE");
  static const std::string path = kept && *kept ? std::string(kept) + "/unit" : folder();
  return path;
}
