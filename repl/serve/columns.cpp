#include "repl/serve/columns.hpp"
#include "repl/protocol/bytes.hpp"
#include "runtime/fault.hpp"
#include "runtime/watch.hpp"
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace nova::serve {

namespace {

/// The bytes that a request held itself. They count against the memory limit.
class OwnBytes : public ByteSource {
 public:
  OwnBytes(std::string name, std::string bytes)
      : ByteSource(std::move(name)), charge_(bytes.size()), bytes_(std::move(bytes)),
        source_(this->name(), std::as_bytes(std::span(bytes_))) {}
  uint64_t size() const override { return bytes_.size(); }
  void read(uint64_t at, void* to, uint64_t n) override { source_.read(at, to, n); }

 private:
  Charge charge_;
  const std::string bytes_;
  MemorySource source_;
};

std::string name_of_memory(int descriptor) { return "memfd " + std::to_string(descriptor); }

/// Whether this is memory without a name in any folder. A file in a folder is opened by its path only, which needs a
/// permission.
bool is_shared_memory(const struct stat& status) { return S_ISREG(status.st_mode) && status.st_nlink == 0; }

} // namespace

/// Opens shared memory of the client. No descriptor of another kind is opened, since opening a pipe or a device has
/// effects.
int Columns::open_shared(int descriptor, int flags) const {
  const std::string path = "/proc/" + std::to_string(client_) + "/fd/" + std::to_string(descriptor);
  struct stat status;
  if (::stat(path.c_str(), &status) != 0)
    fail("E0501", {name_of_memory(descriptor), "the client's process has no such descriptor"});
  const int file = is_shared_memory(status) ? ::open(path.c_str(), flags | O_CLOEXEC | O_NONBLOCK) : -1;
  const bool is_memory = file >= 0 && ::fcntl(file, F_GET_SEALS) >=
                                          0; // files of memfd_create have seals, deleted files have none
  if (is_memory && ::fstat(file, &status) == 0 && is_shared_memory(status)) return file;
  if (file >= 0) ::close(file);
  fail("E0501", {name_of_memory(descriptor), "it is no shared memory that memfd_create made"});
}

std::unique_ptr<ByteSource> Columns::open(const Argument& a, const std::string& name) const {
  if (a.carrier == Carrier::Memfd)
    return descriptor_source(open_shared(a.descriptor, O_RDONLY), name_of_memory(a.descriptor));
  if (a.carrier == Carrier::Path) return open_source(permissions_, a.bytes, [] { Watch::answer(); });
  std::optional<std::string> bytes = protocol::from_base64(a.bytes);
  if (!bytes) fail("E0718", {"the npy of " + name + " is no base64"});
  return std::make_unique<OwnBytes>(name, std::move(*bytes));
}

void Columns::write(const Target& target, std::string_view bytes) const {
  if (target.carrier == Carrier::Path)
    return write_whole(permissions_, target.path, bytes, [] { Watch::answer(); });
  const int file = open_shared(target.descriptor, O_RDWR);
  const bool written = ::ftruncate(file, 0) == 0 && protocol::write_all(file, bytes);
  const int error = errno;
  ::close(file);
  if (!written) fail("E0506", {name_of_memory(target.descriptor), std::strerror(error)});
}

} // namespace nova::serve
