// Columns of a client: arrays in .npy form in a request, in a file, or in the client's shared memory.
#pragma once
#include "repl/serve/request.hpp"
#include "runtime/io/bytes.hpp"
#include "runtime/io/permissions.hpp"
#include <sys/types.h>

namespace nova::serve {

/// Access to a client's columns, by path and in shared memory.
class Columns {
 public:
  /// `client` is the client's process, whose shared memory may be read and written.
  Columns(const Permissions& permissions, pid_t client) : permissions_(permissions), client_(client) {}

  /// Opens the bytes of an argument. `name` stands for it in messages. Fails with E0501 or E0502 if it may not or can
  /// not be read, and with E0718 if it is no base64.
  std::unique_ptr<ByteSource> open(const Argument& a, const std::string& name) const;
  /// Writes bytes where the client wants them: to a file or to shared memory. Fails with E0501, E0503 or E0506.
  void write(const Target& target, std::string_view bytes) const;

 private:
  int open_shared(int descriptor, int flags) const;
  const Permissions& permissions_;
  const pid_t client_;
};

} // namespace nova::serve
