// A cache on disk, in a folder that belongs to the user alone (docs/trust.md, row 10). An entry's file holds the
// bytes, then the whole key, then a checksum. It is written to a temporary file and renamed, and used only if
// checksum and key are right. The folder's size is bounded (cache_limit): the least recently used entries are removed
// first.
#pragma once
#include <atomic>
#include <cstdint>
#include <optional>
#include <string>

namespace nova::plan {

class DiskCache {
 public:
  /// `ending`: the suffix of the files' names, such as ".so". If `folder` is "", nothing is stored.
  DiskCache(std::string folder, std::string ending)
      : folder_(std::move(folder)), ending_(std::move(ending)) {}
  const std::string& folder() const { return folder_; }
  std::string path(const std::string& key) const;
  /// Returns the bytes that were stored under the key; returns nothing if there are none or the entry is damaged.
  std::optional<std::string> find(const std::string& key) const;
  void store(std::string bytes, const std::string& key) const;
  /// Sets the mark of the key's entry, or removes it if `marked` is false. The mark is a flag that disappears
  /// together with the entry.
  void mark(const std::string& key, bool marked) const;
  bool is_marked(const std::string& key) const;

 private:
  void make_room(uint64_t bytes) const;
  std::string folder_, ending_;
  /// Bytes stored since the folder's size was last measured. The large initial value makes the first store measure
  /// the size.
  mutable std::atomic<uint64_t> unseen_{UINT64_MAX / 2};
};

/// Returns how many bytes the folder may take: $NOVA_CACHE_LIMIT, a size such as 512M, or else 1 GiB.
uint64_t cache_limit();

/// Returns the folder for Nova's files, and creates it if necessary. `wanted`: the folder, or "" for
/// $XDG_CACHE_HOME/nova, or else ~/.cache/nova. Returns "" if the folder is not the user's alone, can't be created or
/// can't be written.
std::string cache_folder(const std::string& wanted);
/// Returns why `cache_folder` finds no folder; "" if it finds one.
std::string cache_trouble(const std::string& wanted);
/// Removes the temporary folders that killed processes have left in the cache's folder, if there is such a folder.
/// `wanted`: as for `cache_folder`.
void sweep_cache(const std::string& wanted);
/// Returns a file's bytes, or "" if it can't be read.
std::string read_bytes(const std::string& path);
/// Creates a file with these bytes. Returns false if the path exists or the file can't be written.
bool write_new_file(const std::string& path, const std::string& bytes);

} // namespace nova::plan
