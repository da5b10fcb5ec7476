// Files that were made from a key, in a folder that belongs to the user alone (trust.md row 10): the bytes,
// then the whole key, then a checksum. An entry is written to a temporary file and renamed, and used only if
// checksum and key are right. The folder is bounded (cache_limit): what was used least lately goes first.
#pragma once
#include <atomic>
#include <cstdint>
#include <optional>
#include <string>

namespace nova::plan {

class DiskCache {
 public:
  /// `ending` of the files' names, as ".so". Without a folder nothing is kept.
  DiskCache(std::string folder, std::string ending)
      : folder_(std::move(folder)), ending_(std::move(ending)) {}
  const std::string& folder() const { return folder_; }
  std::string path(const std::string& key) const;
  /// The bytes that were stored under the key, if they are sound.
  std::optional<std::string> find(const std::string& key) const;
  void store(std::string bytes, const std::string& key) const;
  /// An entry may have a mark, which goes with it.
  void mark(const std::string& key, bool marked) const;
  bool is_marked(const std::string& key) const;

 private:
  void make_room(uint64_t bytes) const;
  std::string folder_, ending_;
  mutable std::atomic<uint64_t> unseen_{UINT64_MAX /
                                        2}; ///< bytes that were stored since the folder was looked through
};

/// How many bytes the folder may take: $NOVA_CACHE_LIMIT, a size such as 512M, else 1 GiB.
uint64_t cache_limit();

/// The folder for Nova's files, made if need be; "" where it belongs to others or can't be made.
std::string cache_folder(const std::string& wanted);
/// Why there is no such folder; "" where there is one.
std::string cache_trouble(const std::string& wanted);
/// Removes what killed processes left in it, where there is such a folder.
void sweep_cache(const std::string& wanted);
/// A file's bytes; "" where it can't be read.
std::string read_bytes(const std::string& path);
/// A new file; false where it can't be had.
bool write_new_file(const std::string& path, const std::string& bytes);

} // namespace nova::plan
