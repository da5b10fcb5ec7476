// A folder for one piece of work, as a compiler's files: gone with the work, and, where the process was killed in the
// middle of it, with the next start of another one.
#pragma once
#include <string>

namespace nova::plan {

class TemporaryFolder {
 public:
  /// A new folder in `cache`/work; where `cache` is "", one for temporary files. It is locked while the TemporaryFolder lives.
  explicit TemporaryFolder(const std::string& cache);
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  /// "" where none could be made.
  const std::string& folder() const { return folder_; }
  /// Why there is none.
  const std::string& trouble() const { return trouble_; }

  /// Removes the folders in `cache`/work whose processes have ended.
  static void sweep(const std::string& cache);

 private:
  bool make(const std::string& pattern);
  std::string parent_, folder_, trouble_;
  int lock_ = -1;
};

} // namespace nova::plan
