// Where readers take bytes from and writers put them: a file, or memory (a member of an archive, a test).
//
// Readers trust nothing: every size that a file states is compared with the bytes that are there before
// memory is asked for.
#pragma once
#include "runtime/buffer.hpp"
#include "runtime/io/permissions.hpp"
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace nova {

/// Bytes that can be read from any place.
class ByteSource {
 public:
  explicit ByteSource(std::string name) : name_(std::move(name)) {}
  virtual ~ByteSource() = default;
  const std::string& name() const { return name_; } ///< for messages: the path, or path[member]
  virtual uint64_t size() const = 0;
  /// Bytes [at, at + n) to `to`. E0505 where the source ends before (a file may shrink while it is read).
  virtual void read(uint64_t at, void* to, uint64_t n) = 0;
  /// Parsers say that they went over n bytes more; it may throw to stop them.
  virtual void passed(uint64_t) const {}
  /// All bytes, counted.
  BufferRef read_all();

 private:
  std::string name_;
};

/// Bytes in memory, which must outlive the source (or be held by `owner`).
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

/// Opens a file for reading. What is no regular file (a pipe, /dev/stdin) is read to its end at once, and `poll`
/// called many times a second meanwhile, which may throw. E0501 cannot be opened, E0502 not allowed.
std::unique_ptr<ByteSource> open_source(const Permissions& permissions, const std::string& path,
                                        const std::function<void()>& poll = {});

/// All that comes from a descriptor without a size, to its end; `poll` as above. E0501.
BufferRef read_stream(int file, const std::string& name, const std::function<void()>& poll = {});
/// The same of a path that the user named, which needs no permission.
BufferRef read_stream(const std::string& path, const std::function<void()>& poll);

/// What was read, as a text.
inline std::string text_of(const BufferRef& bytes) { return {bytes->as<const char>(), bytes->size()}; }

/// Bytes written one after the other.
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

/// A file that appears whole or not at all: a temporary file beside it, renamed by `commit`. What is no
/// regular file (a pipe) is written as it is, and `poll` called many times a second while it takes nothing, which may
/// throw. E0501 cannot be opened, E0503 not allowed, E0506 cannot be written.
class FileSink : public ByteSink {
 public:
  FileSink(const Permissions& permissions, const std::string& path, std::function<void()> poll = {});
  ~FileSink() override; ///< without `commit` the file stays as it was
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
  std::filesystem::path target_, temporary_;
  std::string pending_;
  int file_ = -1;
};

/// A whole file.
void write_whole(const Permissions& permissions, const std::string& path, std::string_view bytes,
                 const std::function<void()>& poll = {});

/// E0504: "{file} is no valid {format} file: at byte {at}, {what}".
[[noreturn]] void fail_format(const ByteSource& source, std::string_view format, uint64_t at,
                              std::string what);

} // namespace nova
