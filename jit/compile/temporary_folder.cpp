#include "jit/compile/temporary_folder.hpp"
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace fs = std::filesystem;

namespace nova::plan {
namespace {

/// Locks the folder and returns its descriptor. Returns -1 if another process holds the lock or the folder is gone.
/// The system releases the lock when the process ends, for whatever reason.
int locked(const std::string& folder) {
  const int fd = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
  if (fd < 0) return -1;
  struct stat here {};
  if (flock(fd, LOCK_EX | LOCK_NB) == 0 && lstat(folder.c_str(), &here) == 0) return fd;
  close(fd);
  return -1;
}

} // namespace

TemporaryFolder::TemporaryFolder(const std::string& cache) {
  constexpr int attempts = 20; // another process may sweep the folder away before it is locked
  if (!cache.empty()) parent_ = cache + "/work";
  const std::string pattern =
      cache.empty() ? (fs::temp_directory_path() / "nova-XXXXXX").string() : parent_ + "/XXXXXX";
  for (int k = 0; k < attempts && folder_.empty(); ++k)
    if (!make(pattern) && errno != ENOENT && errno != EEXIST) break;
  if (folder_.empty()) trouble_ = std::strerror(errno);
}

bool TemporaryFolder::make(const std::string& pattern) {
  if (!parent_.empty() && mkdir(parent_.c_str(), 0700) != 0 && errno != EEXIST) return false;
  std::string path = pattern;
  if (!mkdtemp(path.data())) return false;
  if ((lock_ = locked(path)) < 0) return errno = ENOENT, false;
  return folder_ = path, true;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  if (!folder_.empty()) fs::remove_all(folder_, ignored);
  if (lock_ >= 0) close(lock_);
  if (!parent_.empty()) rmdir(parent_.c_str()); // fails unless this folder was the last one in it
}

void TemporaryFolder::sweep(const std::string& cache) {
  if (cache.empty()) return;
  std::error_code e;
  const std::string parent = cache + "/work";
  for (const auto& left : fs::directory_iterator(parent, e)) {
    const int lock = locked(left.path().string());
    if (lock < 0) continue;
    std::error_code ignored;
    fs::remove_all(left.path(), ignored);
    close(lock);
  }
  if (!e) rmdir(parent.c_str());
}

} // namespace nova::plan
