// Input and output streams of bytes, for the readers and writers of file formats: a file, or memory (a member of an
// archive, a test).
//
// Readers do not trust the sizes that a file states. Before they allocate memory, they compare each size with the
// number of bytes that follow.
#pragma once
#include "runtime/buffer.hpp"
#include "runtime/io/permissions.hpp"
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace nova {

/// An input of bytes that can be read at any offset.
class ByteSource {
 public:
  explicit ByteSource(std::string name) : name_(std::move(name)) {}
  virtual ~ByteSource() = default;
  const std::string& name() const { return name_; } ///< the name in messages: the path, or path[member]
  virtual uint64_t size() const = 0;
  /// Returns when the file was last changed, in ns, or nothing if the source is no regular file.
  virtual std::optional<int64_t> modified() const { return {}; }
  /// Reads the bytes [at, at + n) to `to`. Fails with E0505 if the source ends before at + n (a file may shrink while
  /// it is read).
  virtual void read(uint64_t at, void* to, uint64_t n) = 0;
  /// Returns the bytes [at, at + n) without reading them: the machine reads a page of the file when it is first used, and
  /// the bytes count against no limit. Returns null where that can't be, or n is so small that a copy is better. The file must
  /// not become shorter meanwhile: another program that cuts it off ends this one.
  virtual BufferRef mapped(uint64_t, uint64_t) { return nullptr; }
  /// Returns the number of the open file, if the bytes are those of a file. The source keeps and closes it.
  virtual std::optional<int> descriptor() const { return {}; }
  /// Called by a parser when it has processed n more bytes. It may throw to stop the parser.
  virtual void passed(uint64_t) const {}
  /// Returns all bytes in a buffer, which is charged against the memory limit.
  BufferRef read_all();

 private:
  std::string name_;
};

/// An input of bytes in memory. The bytes must outlive it, or `owner` must hold them.
class MemorySource : public ByteSource {
 public:
  MemorySource(std::string name, std::span<const std::byte> bytes, BufferRef owner = nullptr)
      : ByteSource(std::move(name)), bytes_(bytes), owner_(std::move(owner)) {}
  uint64_t size() const override { return bytes_.size(); }
  void read(uint64_t at, void* to, uint64_t n) override;

 private:
  std::span<const std::byte> bytes_;
  BufferRef owner_;
};

/// Reads another source block by block. `poll` hears how many bytes the next block has, or a parser has processed; it may
/// throw.
class PolledSource : public ByteSource {
 public:
  PolledSource(std::unique_ptr<ByteSource> file, std::function<void(uint64_t)> poll)
      : ByteSource(file->name()), file_(std::move(file)), poll_(std::move(poll)) {}
  uint64_t size() const override { return file_->size(); }
  BufferRef mapped(uint64_t at, uint64_t n) override { return file_->mapped(at, n); }
  void read(uint64_t at, void* to, uint64_t n) override;
  std::optional<int> descriptor() const override { return file_->descriptor(); }
  void passed(uint64_t n) const override { poll_(n); }

 private:
  std::unique_ptr<ByteSource> file_;
  std::function<void(uint64_t)> poll_;
};

/// Opens a file for reading. A file that is not regular (a pipe, /dev/stdin) is read to its end at once; `poll` is
/// called many times a second meanwhile, and may throw. Fails with E0501 if the file can't be opened, with E0502 if
/// that is not allowed.
std::unique_ptr<ByteSource> open_source(const Permissions& permissions, const std::string& path,
                                        const std::function<void()>& poll = {});

/// Returns the bytes of a regular file, or of shared memory, that is open already. Takes the descriptor over.
std::unique_ptr<ByteSource> descriptor_source(int file, std::string name);

/// Reads all bytes from a descriptor to its end. `poll` is called many times a second meanwhile, and may throw. Fails
/// with E0501 if reading fails.
BufferRef read_stream(int file, const std::string& name, const std::function<void()>& poll = {});
/// Reads all bytes of a file that the user named, which needs no permission. `poll` and errors are those of the other
/// read_stream.
BufferRef read_stream(const std::string& path, const std::function<void()>& poll);

/// Returns the bytes as a text.
inline std::string text_of(const BufferRef& bytes) { return {bytes->as<const char>(), bytes->size()}; }

/// An output to which bytes are written in order.
class ByteSink {
 public:
  virtual ~ByteSink() = default;
  virtual void write(const void* from, uint64_t n) = 0;
  void write(std::string_view text) { write(text.data(), text.size()); }
};

class StringSink : public ByteSink {
 public:
  using ByteSink::write;
  void write(const void* from, uint64_t n) override { text.append(static_cast<const char*>(from), n); }
  std::string text;
};

/// An output to a file that appears whole or not at all: bytes go to a temporary file beside it, which `commit`
/// renames. A file that is not regular (a pipe) is written directly; `poll` is called many times a second while it
/// accepts no bytes, and may throw. Fails with E0501 if the file can't be opened, E0503 if that is not allowed, E0506
/// if it can't be written.
class FileSink : public ByteSink {
 public:
  FileSink(const Permissions& permissions, const std::string& path, std::function<void()> poll = {});
  ~FileSink() override; ///< leaves the old file unchanged if there was no `commit`
  FileSink(const FileSink&) = delete;
  FileSink& operator=(const FileSink&) = delete;
  using ByteSink::write;
  void write(const void* from, uint64_t n) override;
  void commit();

 private:
  void open_other();
  void flush();
  void write_now(const char* from, uint64_t n);
  [[noreturn]] void fail_write();
  std::function<void()> poll_;
  std::string name_;
  std::string target_, temporary_;
  std::string pending_;
  int file_ = -1;
};

/// Writes a whole file through a FileSink and commits it.
void write_whole(const Permissions& permissions, const std::string& path, std::string_view bytes,
                 const std::function<void()>& poll = {});

/// Fails with E0504: "{file} is no valid {format} file: at byte {at}, {what}".
[[noreturn]] void fail_format(const ByteSource& source, std::string_view format, uint64_t at,
                              std::string what);

} // namespace nova
