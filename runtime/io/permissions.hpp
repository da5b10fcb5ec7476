// Decides which files a program may read and write: those below the folders that the user allows (`--allow-read`,
// `--allow-write`). Symbolic links are resolved before the check, so that none leads out of these folders.
#pragma once
#include <string>
#include <vector>

namespace nova {

class Permissions {
 public:
  /// Allows reading of everything below `folder`, or of that file alone if it is a file. "/" allows everything.
  void allow_read(const std::string& folder);
  void allow_write(const std::string& folder);

  /// Returns the path with all links resolved; the caller opens this path, not the given one. Fails with E0502 if
  /// reading is not allowed.
  std::string check_read(const std::string& path) const;
  /// Returns the path of a file to write, which need not exist yet, with all links resolved. Fails with E0503 if
  /// writing is not allowed.
  std::string check_write(const std::string& path) const;

 private:
  std::vector<std::string> read_, write_;
};

} // namespace nova
