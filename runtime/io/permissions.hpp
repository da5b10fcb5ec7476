// Decides which files a program may read and write, and whose foreign code may run: those below the folders that the
// user allows (`--allow-read`, `--allow-write`, `--allow-foreign`). Symbolic links are resolved before the check, so that none leads out of these folders.
#pragma once
#include <string>
#include <vector>

namespace nova {

class Permissions {
 public:
  /// Allows reading of everything below `folder`, or of that file alone if it is a file. "/" allows everything.
  void allow_read(const std::string& folder);
  void allow_write(const std::string& folder);
  /// Allows foreign code whose text lies in `folder`, or is that file; "all" allows everything.
  void allow_foreign(const std::string& folder);

  /// Returns the path with all links resolved; the caller opens this path, not the given one. Fails with E0502 if
  /// reading is not allowed.
  std::string check_read(const std::string& path) const;
  /// Returns the path of a file to write, which need not exist yet, with all links resolved. Fails with E0503 if
  /// writing is not allowed.
  std::string check_write(const std::string& path) const;
  /// Fails with E0512 if foreign code whose text is in the file `path` is not allowed. Returns the path with all links
  /// resolved. `function`: the function's name, `what`: what may not run, for the message; "" for the path.
  std::string check_foreign(const std::string& function, const std::string& path,
                            const std::string& what = "") const;
  /// Returns the path of the library `name` in one of the folders that are allowed for foreign code; "" if none has it.
  std::string find_foreign(const std::string& name) const;

 private:
  std::vector<std::string> read_, write_, foreign_;
};

} // namespace nova
