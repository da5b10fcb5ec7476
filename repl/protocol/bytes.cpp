#include "repl/protocol/bytes.hpp"
#include <cerrno>
#include <unistd.h>

namespace nova::protocol {

bool write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t n = ::write(descriptor, bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    bytes.remove_prefix(static_cast<size_t>(n));
  }
  return true;
}

} // namespace nova::protocol
