#include "jit/compile/disk_cache.hpp"
#include "jit/compile/temporary_folder.hpp"
#include "runtime/limit_text.hpp"
#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace fs = std::filesystem;

namespace nova::plan {
namespace {

constexpr std::string_view magic = "nova-so1";

/// Returns a hash of the bytes. It need not be cryptographic, since whole keys are compared, and a checksum only has
/// to detect damage.
uint64_t hash(const std::string& bytes) {
  uint64_t h = 0x9e3779b97f4a7c15u ^ bytes.size();
  for (size_t k = 0; k < bytes.size(); k += 8) {
    uint64_t word = 0;
    std::memcpy(&word, bytes.data() + k, std::min<size_t>(8, bytes.size() - k));
    h = (h ^ word) * 0xbf58476d1ce4e5b9u;
    h ^= h >> 29;
  }
  return h;
}

std::string hex(uint64_t v) {
  char text[17];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(v));
  return text;
}

std::string slurp(int fd) {
  std::string bytes;
  char part[65536];
  for (ssize_t n; (n = ::read(fd, part, sizeof part)) > 0;) bytes.append(part, static_cast<size_t>(n));
  return bytes;
}

bool is_own_folder(const std::string& path) {
  struct stat s {};
  return lstat(path.c_str(), &s) == 0 && S_ISDIR(s.st_mode) && s.st_uid == geteuid() &&
         (s.st_mode & 077) == 0;
}

std::string home_cache() {
  if (const char* x = std::getenv("XDG_CACHE_HOME"); x && *x == '/') return std::string(x) + "/nova";
  if (const char* h = std::getenv("HOME"); h && *h == '/') return std::string(h) + "/.cache/nova";
  return "";
}

} // namespace

namespace {

/// Opens a regular file for reading. Returns -1 for anything else, such as a pipe, whose end may never come.
int open_regular(const std::string& path) {
  const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  struct stat s {};
  if (fd < 0 || (fstat(fd, &s) == 0 && S_ISREG(s.st_mode))) return fd;
  return close(fd), -1;
}

} // namespace

std::string read_bytes(const std::string& path) {
  const int fd = open_regular(path);
  if (fd < 0) return "";
  std::string bytes = slurp(fd);
  close(fd);
  return bytes;
}

bool write_new_file(const std::string& path, const std::string& bytes) {
  const int fd = open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (fd < 0) return false;
  size_t done = 0;
  for (ssize_t n; done < bytes.size() && (n = ::write(fd, bytes.data() + done, bytes.size() - done)) > 0;)
    done += static_cast<size_t>(n);
  return close(fd) == 0 && done == bytes.size();
}

namespace {

/// Returns the path of the cache's folder, which is created if necessary, and why it can't be used ("" if it can).
std::pair<std::string, std::string> made_folder(const std::string& wanted) {
  const std::string path = wanted.empty() ? home_cache() : wanted;
  if (path.empty()) return {path, "neither XDG_CACHE_HOME nor HOME names a folder"};
  std::error_code ignored;
  fs::create_directories(fs::path(path).parent_path(), ignored);
  if (mkdir(path.c_str(), 0700) != 0 && errno != EEXIST) return {path, path + ": " + std::strerror(errno)};
  if (!is_own_folder(path)) return {path, path + ": it is no folder that is the user's alone (mode 0700)"};
  return {path, access(path.c_str(), W_OK) == 0 ? "" : path + ": " + std::strerror(errno)};
}

} // namespace

std::string cache_folder(const std::string& wanted) {
  const auto [path, trouble] = made_folder(wanted);
  return trouble.empty() ? path : "";
}

std::string cache_trouble(const std::string& wanted) { return made_folder(wanted).second; }

void sweep_cache(const std::string& wanted) {
  const std::string path = wanted.empty() ? home_cache() : wanted;
  if (!path.empty() && is_own_folder(path)) TemporaryFolder::sweep(path);
}

std::string DiskCache::path(const std::string& key) const { return folder_ + "/" + hex(hash(key)) + ending_; }

std::optional<std::string> DiskCache::find(const std::string& key) const {
  if (folder_.empty()) return {};
  const int fd = open_regular(path(key));
  if (fd < 0) return {};
  std::string bytes = slurp(fd);
  const size_t trailer = key.size() + 8 + magic.size();
  bool sound = false;
  if (bytes.size() > trailer && bytes.ends_with(magic)) {
    uint64_t sum;
    const size_t end = bytes.size() - 8 - magic.size();
    std::memcpy(&sum, bytes.data() + end, 8);
    bytes.resize(end);
    sound = bytes.ends_with(key) && sum == hash(bytes);
  }
  if (sound) futimens(fd, nullptr); // sets the time of its last use
  close(fd);
  if (!sound) return {};
  bytes.resize(bytes.size() - key.size());
  return bytes;
}

void DiskCache::store(std::string bytes, const std::string& key) const {
  if (folder_.empty()) return;
  bytes += key;
  const uint64_t sum = hash(bytes);
  bytes.append(reinterpret_cast<const char*>(&sum), 8).append(magic);
  const TemporaryFolder temporary(folder_);
  const std::string fresh = temporary.folder() + "/entry";
  if (!temporary.folder().empty() && write_new_file(fresh, bytes)) rename(fresh.c_str(), path(key).c_str());
  make_room(bytes.size());
}

void DiskCache::mark(const std::string& key, bool marked) const {
  if (!folder_.empty()) chmod(path(key).c_str(), marked ? 0700 : 0600);
}

bool DiskCache::is_marked(const std::string& key) const {
  struct stat s {};
  return !folder_.empty() && lstat(path(key).c_str(), &s) == 0 && S_ISREG(s.st_mode) && (s.st_mode & S_IXUSR);
}

namespace {

/// A file of one of the caches, or a bundle's folder: the time of its last use, and its bytes on disk.
struct Entry {
  timespec used;
  uint64_t bytes;
  fs::path path;
};

uint64_t bytes_on_disk(const struct stat& s) { return static_cast<uint64_t>(s.st_blocks) * 512; }

/// Returns the entry at the path. A folder's bytes include those of everything in it.
Entry entry_at(const fs::path& path) {
  struct stat s {};
  lstat(path.c_str(), &s);
  Entry entry{s.st_mtim, bytes_on_disk(s), path};
  std::error_code e;
  if (S_ISDIR(s.st_mode))
    for (const auto& inside : fs::recursive_directory_iterator(path, e))
      if (lstat(inside.path().c_str(), &s) == 0) entry.bytes += bytes_on_disk(s);
  return entry;
}

std::vector<Entry> entries_in(const std::string& folder) {
  std::vector<Entry> entries;
  std::error_code e;
  for (const auto& file : fs::directory_iterator(folder, e)) {
    const std::string ending = file.path().extension().string(), name = file.path().filename().string();
    if (ending == ".so" || ending == ".cubin" || name.starts_with("bundle-") || name.starts_with("tmp."))
      entries.push_back(entry_at(file.path()));
  }
  return entries;
}

} // namespace

uint64_t cache_limit() {
  constexpr uint64_t usual = uint64_t{1} << 30;
  const char* wanted = std::getenv("NOVA_CACHE_LIMIT");
  return wanted ? parse_size(wanted).value_or(usual) : usual;
}

/// Adds `bytes` to the bytes stored since the folder's size was last measured. Once these reach a sixteenth of the
/// limit, measures the size. If the size exceeds the limit, removes the least recently used entries until the folder
/// takes at most three quarters of the limit.
void DiskCache::make_room(uint64_t bytes) const {
  const uint64_t limit = cache_limit();
  if ((unseen_ += bytes) < limit / 16) return;
  unseen_ = 0;
  std::vector<Entry> entries = entries_in(folder_);
  uint64_t total = 0;
  for (const Entry& entry : entries) total += entry.bytes;
  if (total <= limit) return;
  std::ranges::sort(entries, {},
                    [](const Entry& entry) { return std::pair(entry.used.tv_sec, entry.used.tv_nsec); });
  std::error_code ignored;
  for (const Entry& entry : entries) {
    if (total <= limit / 4 * 3) break;
    fs::remove_all(entry.path, ignored), total -= entry.bytes;
  }
}

} // namespace nova::plan
