// Folders of kernels that were compiled ahead: an object is returned only as it was written.
#include "jit/compile/disk_cache.hpp"
#include "jit/compile/kernel_folder.hpp"
#include "tests/unit/test_folder.hpp"
#include <fstream>
#include <random>

using namespace nova;
using namespace nova::plan;

namespace {

const KernelObjects objects = {
    {"int f;", "the first object"}, {"int g;", std::string(5000, 'g')}, {"int h;", std::string("\0\1", 2)}};

void write(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

/// Whether each object of the folder is as it was written, or absent.
bool is_sound(const std::string& path) {
  KernelFolder folder(path, "1.0", path + "/cache");
  for (const auto& [key, bytes] : objects)
    if (const std::string copy = folder.object(key); !copy.empty() && read_bytes(copy) != bytes) return false;
  return folder.object("int k;").empty();
}

} // namespace

TEST_CASE("kernel folder: what was written is found, by this version") {
  TestFolder own;
  const std::string path = own.path + "/kernels";
  REQUIRE(KernelFolder::write(path, "1.0", objects).empty());
  KernelFolder folder(path, "1.0", own.path + "/cache");
  CHECK(folder.wrong().empty());
  CHECK(folder.unfit().empty());
  for (const auto& [key, bytes] : objects) {
    CHECK(folder.lacks(key).empty());
    CHECK(read_bytes(folder.object(key)) == bytes);
  }
  CHECK_FALSE(folder.lacks("int k;").empty());
  CHECK_FALSE(KernelFolder(path, "1.1", own.path + "/cache").unfit().empty());
  CHECK_FALSE(KernelFolder(own.path, "1.0", own.path + "/cache").wrong().empty());
  REQUIRE(KernelFolder::write(path, "1.0", {{"int k;", "another"}}).empty());
  size_t files = 0;
  for ([[maybe_unused]] const auto& file : std::filesystem::directory_iterator(path)) ++files;
  CHECK(files == 2); // the earlier objects are gone
}

TEST_CASE("kernel folder: 1,000 damaged files, none is loaded") {
  TestFolder own;
  const std::string path = own.path + "/kernels";
  REQUIRE(KernelFolder::write(path, "1.0", objects).empty());
  std::vector<std::pair<std::string, std::string>> files;
  for (const auto& file : std::filesystem::directory_iterator(path))
    files.emplace_back(file.path(), read_bytes(file.path()));
  std::mt19937 random(1);
  for (int k = 0; k < 1000; ++k) {
    const auto& [file, bytes] = files[random() % files.size()];
    std::string changed = bytes;
    if (k % 3 == 0) changed.resize(random() % (bytes.size() + 1));
    if (k % 3 == 1) changed += files[random() % files.size()].second;
    if (k % 3 == 2) changed[random() % bytes.size()] ^= static_cast<char>(1u << random() % 8);
    write(file, changed);
    CHECK(is_sound(path));
    write(file, bytes);
  }
}
