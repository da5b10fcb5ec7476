// The files that built-ins read and write: where the program may, with Ctrl-C and deadlines heard, and with their progress.
#pragma once
#include "interp/arrays/arrays.hpp"
#include "runtime/io/bytes.hpp"
#include <optional>

namespace nova::arrays {

/// What the program may read and write.
const Permissions& permissions(const Machine& m);
/// Returns the chars of a vector, such as a path.
std::string text_argument(const Value& v);
/// Opens a file of a program; waiting for a pipe polls.
std::unique_ptr<ByteSource> opened(Machine& m, const std::string& path);

/// A file while it is read. Polls for Ctrl-C and deadlines, and tells how many of its bytes are done.
class FileReading {
 public:
  enum Packing : uint8_t { Plain, MayBePacked };
  /// `passes`: how often a reader comes past each byte: 2 if it parses the bytes after it has read them.
  FileReading(Machine& m, const Value& path, int passes, Packing packing = MayBePacked);
  ByteSource& source() { return source_; }

 private:
  std::optional<Loop>
      told_{}; ///< before the source, which tells it of a packed file that is unpacked at once
  PolledSource source_;
};

/// Writes the file `path`: calls write(sink), which writes the content. The file appears at its path only when all is
/// written.
Value write_file(Machine& m, const Value& path, const std::function<void(ByteSink&)>& write);

} // namespace nova::arrays
