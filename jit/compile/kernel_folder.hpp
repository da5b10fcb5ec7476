// A folder of kernels that were compiled ahead: shared objects, and a list of them with their hashes. Objects are machine
// code for the CPU and the version of Nova that wrote the folder. Loading one trusts it as running a program does; the
// hashes keep damaged and exchanged files from being loaded (docs/trust.md).
#pragma once
#include "jit/compile/temporary_folder.hpp"
#include <cstdint>
#include <map>
#include <mutex>
#include <string>

namespace nova::plan {

/// The objects of a session's kernels, by their keys (Compiler::ahead_key).
using KernelObjects = std::map<std::string, std::string>;

class KernelFolder {
 public:
  /// Reads the list in the folder `path`. `version`: Nova's. `cache`: as for `cache_folder`; copies of objects are loaded
  /// from there.
  KernelFolder(std::string path, const std::string& version, const std::string& cache);
  const std::string& path() const { return path_; }
  /// Returns why the path is no folder of kernels; "" if it is one.
  const std::string& wrong() const { return wrong_; }
  /// Returns why its kernels can't be used here, such as the CPU's missing features; "" if they can be.
  const std::string& unfit() const { return unfit_; }
  /// Returns why the folder has no object for the key: there is none, or it is damaged. Returns "" if it has one. Any
  /// thread may call it.
  std::string lacks(const std::string& key);
  /// Returns the path of a copy of the key's object, whose hash is right; "" if the folder has none. The copy lasts as
  /// long as this object. Any thread may call it.
  std::string object(const std::string& key);

  /// Writes a folder, which is made if there is none. The kernels of an earlier writing are removed. Returns "", or why
  /// that failed.
  static std::string write(const std::string& path, const std::string& version, const KernelObjects& objects);

 private:
  struct Entry {
    std::string hash; ///< the hash of the object file
    uint64_t bytes = 0;
    std::string copy{}; ///< the path of the copy; "" before its first use
    bool damaged = false;
  };
  std::string read_list(const std::string& text, const std::string& here);

  std::string path_, wrong_, unfit_;
  std::map<std::string, Entry> entries_; ///< by the hash of the key
  TemporaryFolder room_;
  std::mutex mutex_;
};

} // namespace nova::plan
