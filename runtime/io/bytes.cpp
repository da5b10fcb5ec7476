#include "runtime/io/bytes.hpp"
#include "runtime/fault.hpp"
#include "runtime/watch.hpp"
#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace nova {

namespace {

std::string error_text(int error) { return std::generic_category().message(error); }

[[noreturn]] void fail_truncated(const ByteSource& source, uint64_t size, uint64_t needed) {
  fail("E0505", {source.name(), std::to_string(size), std::to_string(needed)});
}

/// A file descriptor that closes itself.
struct Descriptor {
  int number = -1;
  explicit Descriptor(int n) : number(n) {}
  Descriptor(Descriptor&& o) noexcept : number(std::exchange(o.number, -1)) {}
  ~Descriptor() {
    if (number >= 0) ::close(number);
  }
};

/// Reads n bytes at offset `at` and returns how many it has read, which are fewer only at the file's end.
uint64_t read_fully(int file, std::byte* to, uint64_t n, int64_t at, const std::string& name) {
  uint64_t done = 0;
  while (done < n) {
    Watch::answer();
    const size_t part = std::min<uint64_t>(n - done, 16u << 20);
    const ssize_t got = ::pread(file, to + done, part, at + static_cast<int64_t>(done));
    if (got == 0) break;
    if (got > 0)
      done += static_cast<uint64_t>(got);
    else if (errno != EINTR)
      fail("E0501", {name, error_text(errno)});
  }
  return done;
}

/// Bytes of which a file is mapped rather than copied.
constexpr uint64_t least_mapped = 64 << 20;

/// Maps bytes of a file, with a page behind them that is there: code may load an element behind an array. Returns null if
/// the machine refuses.
BufferRef map_file(int file, uint64_t at, uint64_t n) {
  const auto page = static_cast<uint64_t>(::sysconf(_SC_PAGESIZE));
  const uint64_t before = at % page, size = (before + n + page - 1) / page * page;
  void* const place = ::mmap(nullptr, size + page, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (place == MAP_FAILED) return nullptr;
  const auto release = [place, all = size + page] { ::munmap(place, all); };
  if (::mmap(place, before + n, PROT_READ, MAP_PRIVATE | MAP_FIXED, file, static_cast<off_t>(at - before)) ==
      MAP_FAILED)
    return release(), nullptr;
  return std::make_shared<Buffer>(static_cast<const std::byte*>(place) + before, n, release);
}

class FileSource : public ByteSource {
 public:
  FileSource(std::string name, Descriptor file, const struct stat& status)
      : ByteSource(std::move(name)), file_(std::move(file)), size_(static_cast<uint64_t>(status.st_size)),
        modified_(int64_t{status.st_mtim.tv_sec} * 1'000'000'000 + status.st_mtim.tv_nsec) {}
  uint64_t size() const override { return size_; }
  std::optional<int64_t> modified() const override { return modified_; }
  std::optional<int> descriptor() const override { return file_.number; }
  void read(uint64_t at, void* to, uint64_t n) override {
    if (n > size_ || at > size_ - n) fail_truncated(*this, size_, at + n);
    const uint64_t got =
        read_fully(file_.number, static_cast<std::byte*>(to), n, static_cast<int64_t>(at), name());
    if (got < n) fail_truncated(*this, at + got, at + n);
  }
  BufferRef mapped(uint64_t at, uint64_t n) override {
    if (n > size_ || at > size_ - n) fail_truncated(*this, size_, at + n);
    return n < least_mapped ? nullptr : map_file(file_.number, at, n);
  }

 private:
  Descriptor file_;
  uint64_t size_;
  int64_t modified_;
};

constexpr int interval_ms = 20; ///< milliseconds between two polls

/// Waits until there is something to read or the end is reached; with POLLOUT, until the file accepts bytes.
void await(int file, const std::function<void()>& poll, short what = POLLIN) {
  pollfd wanted{file, what, 0};
  do
    if (poll) poll();
  while (::poll(&wanted, 1, poll ? interval_ms : -1) <= 0);
}

/// Waits and reads at most n bytes. Returns how many it has read, 0 at the end.
uint64_t read_some(int file, std::byte* to, uint64_t n, const std::string& name,
                   const std::function<void()>& poll) {
  for (;;) {
    await(file, poll);
    const ssize_t got = ::read(file, to, n);
    if (got >= 0) return static_cast<uint64_t>(got);
    if (errno != EINTR && errno != EAGAIN) fail("E0501", {name, error_text(errno)});
  }
}

} // namespace

BufferRef read_stream(int file, const std::string& name, const std::function<void()>& poll) {
  constexpr uint64_t most_at_once = 16 << 20;
  auto all = std::make_shared<Buffer>(64 << 10);
  uint64_t used = 0;
  for (;;) {
    if (used == all->size()) all->resize(all->size() * 2);
    const uint64_t got =
        read_some(file, all->bytes() + used, std::min(all->size() - used, most_at_once), name, poll);
    if (got == 0) break;
    used += got;
  }
  all->resize(used);
  return all;
}

void fail_format(const ByteSource& source, std::string_view format, uint64_t at, std::string what) {
  fail("E0504", {source.name(), std::string(format), std::to_string(at), std::move(what)});
}

BufferRef ByteSource::read_all() {
  auto all = std::make_shared<Buffer>(size());
  if (size() > 0) read(0, all->bytes(), size());
  return all;
}

void MemorySource::read(uint64_t at, void* to, uint64_t n) {
  if (n > bytes_.size() || at > bytes_.size() - n) fail_truncated(*this, bytes_.size(), at + n);
  if (n > 0) std::memcpy(to, bytes_.data() + at, n);
}

void PolledSource::read(uint64_t at, void* to, uint64_t n) {
  constexpr uint64_t block = 1 << 20;
  auto* bytes = static_cast<std::byte*>(to);
  for (uint64_t next = 0; n > 0; at += next, bytes += next, n -= next) {
    next = std::min(n, block);
    poll_(next);
    file_->read(at, bytes, next);
  }
}

BufferRef read_stream(const std::string& path, const std::function<void()>& poll) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (file.number < 0) fail("E0501", {path, error_text(errno)});
  return read_stream(file.number, path, poll);
}

std::unique_ptr<ByteSource> open_source(const Permissions& permissions, const std::string& path,
                                        const std::function<void()>& poll) {
  const std::string resolved = permissions.check_read(path);
  // O_NONBLOCK: a pipe without a writer is opened at once, and the wait for a writer calls `poll`.
  Descriptor file(::open(resolved.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
  struct stat status;
  if (file.number < 0 || ::fstat(file.number, &status) != 0) fail("E0501", {path, error_text(errno)});
  if (S_ISDIR(status.st_mode)) fail("E0501", {path, error_text(EISDIR)});
  if (S_ISREG(status.st_mode)) return std::make_unique<FileSource>(path, std::move(file), status);
  BufferRef all = read_stream(file.number, path, poll);
  const std::span<const std::byte> bytes(all->bytes(), all->size());
  return std::make_unique<MemorySource>(path, bytes, std::move(all));
}

std::unique_ptr<ByteSource> descriptor_source(int file, std::string name) {
  Descriptor taken(file);
  struct stat status;
  if (::fstat(file, &status) != 0) fail("E0501", {name, error_text(errno)});
  return std::make_unique<FileSource>(std::move(name), std::move(taken), status);
}

FileSink::FileSink(const Permissions& permissions, const std::string& path, std::function<void()> poll)
    : poll_(std::move(poll)), name_(path), target_(permissions.check_write(path)) {
  struct stat status;
  const bool exists = ::lstat(target_.c_str(), &status) == 0;
  if (exists && S_ISDIR(status.st_mode)) fail("E0501", {path, error_text(EISDIR)});
  if (exists && !S_ISREG(status.st_mode) && !S_ISLNK(status.st_mode)) {
    open_other();
  } else {
    static std::atomic<uint32_t> count{0};
    temporary_ = target_;
    temporary_ += "." + std::to_string(::getpid()) + "." + std::to_string(count++) + ".part";
    file_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0666);
    // The new file gets the old one's mode. If that fails, it keeps the default mode.
    if (file_ >= 0 && exists && S_ISREG(status.st_mode)) [[maybe_unused]]
      const int kept = ::fchmod(file_, status.st_mode & 0777);
  }
  if (file_ < 0) fail("E0501", {path, error_text(errno)});
}

/// Opens a file that is not regular. A pipe can only be opened once it has a reader, so this waits for one.
void FileSink::open_other() {
  constexpr int flags = O_WRONLY | O_CLOEXEC | O_NOFOLLOW;
  if (!poll_) return void(file_ = ::open(target_.c_str(), flags));
  for (;;) {
    poll_();
    file_ = ::open(target_.c_str(), flags | O_NONBLOCK);
    if (file_ >= 0 || (errno != ENXIO && errno != EINTR)) return;
    ::poll(nullptr, 0, interval_ms);
  }
}

FileSink::~FileSink() {
  if (file_ < 0) return;
  ::close(file_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void FileSink::fail_write() { fail("E0506", {name_, error_text(errno)}); }

void FileSink::write(const void* from, uint64_t n) {
  constexpr size_t block = 256 << 10;
  if (n < block) pending_.append(static_cast<const char*>(from), n);
  if (pending_.size() >= block || n >= block) flush();
  if (n >= block) write_now(static_cast<const char*>(from), n);
}

void FileSink::flush() {
  write_now(pending_.data(), pending_.size());
  pending_.clear();
}

void FileSink::write_now(const char* from, uint64_t n) {
  while (n > 0) {
    const ssize_t done = ::write(file_, from, std::min<uint64_t>(n, 1u << 30));
    if (done >= 0)
      from += done, n -= static_cast<uint64_t>(done);
    else if (errno == EAGAIN)
      await(file_, poll_, POLLOUT);
    else if (errno != EINTR)
      fail_write();
  }
}

void FileSink::commit() {
  flush();
  const bool closed = ::close(std::exchange(file_, -1)) == 0;
  if (closed && (temporary_.empty() || ::rename(temporary_.c_str(), target_.c_str()) == 0)) return;
  const int error = errno;
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
  errno = error;
  fail_write();
}

void write_whole(const Permissions& permissions, const std::string& path, std::string_view bytes,
                 const std::function<void()>& poll) {
  FileSink sink(permissions, path, poll);
  sink.ByteSink::write(bytes);
  sink.commit();
}

} // namespace nova
