// A temporary folder for one piece of work, such as a compiler's files. It is removed when the work ends. If the
// process is killed before that, a later process removes the folder by `sweep`, provided that it lies in the cache.
#pragma once
#include <string>

namespace nova::plan {

class TemporaryFolder {
 public:
  /// Creates a folder in `cache`/work, or in the system's temporary folder if `cache` is "". The folder stays locked
  /// as long as this object lives.
  explicit TemporaryFolder(const std::string& cache);
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  /// Returns the folder's path, or "" if none could be created.
  const std::string& folder() const { return folder_; }
  /// Returns why no folder could be created; "" if one was created.
  const std::string& trouble() const { return trouble_; }

  /// Removes the folders in `cache`/work whose processes have ended.
  static void sweep(const std::string& cache);

 private:
  bool make(const std::string& pattern);
  std::string parent_, folder_, trouble_;
  int lock_ = -1;
};

} // namespace nova::plan
