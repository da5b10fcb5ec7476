// Which files a program may touch: those below the folders it was given (`--allow-read`, `--allow-write`).
// Symbolic links are resolved before the question is asked, so that none leads out.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace nova {

class Permissions {
 public:
  /// Everything below the folder (or the one file) may be read. "/" allows all.
  void allow_read(const std::filesystem::path& folder);
  void allow_write(const std::filesystem::path& folder);

  /// The path to open instead: with all links resolved. E0502 where reading is not allowed.
  std::filesystem::path check_read(const std::string& path) const;
  /// The same for a file that may not exist yet. E0503 where writing is not allowed.
  std::filesystem::path check_write(const std::string& path) const;

 private:
  std::vector<std::filesystem::path> read_, write_;
};

} // namespace nova
