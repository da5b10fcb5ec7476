#include "interp/arrays/streams.hpp"
#include "runtime/io/gzip.hpp"
#include "runtime/ranks/ranks.hpp"

namespace nova::arrays {

namespace {

constexpr uint64_t block = 1 << 20; // bytes between two polls

/// Writes a file block by block, and polls for Ctrl-C and deadlines before each block.
class PolledSink : public ByteSink {
 public:
  PolledSink(Machine& m, ByteSink& file) : machine_(m), file_(file) {}
  using ByteSink::write;
  void write(const void* from, uint64_t n) override {
    auto* bytes = static_cast<const std::byte*>(from);
    for (; n > block; bytes += block, n -= block) write_block(bytes, block);
    write_block(bytes, n);
  }

 private:
  void write_block(const std::byte* from, uint64_t n) {
    machine_.poll(static_cast<int64_t>(n));
    file_.write(from, n);
  }
  Machine& machine_;
  ByteSink& file_;
};

/// Opens a file. `told` counts its bytes as soon as it is there.
PolledSource polled(Machine& m, const Value& path, FileReading::Packing packing, std::optional<Loop>& told) {
  const auto poll = [&m, &told](uint64_t bytes) {
    if (told) told->done += static_cast<int64_t>(bytes);
    m.poll(static_cast<int64_t>(bytes));
  };
  auto file = opened(m, text_argument(path));
  return packing == FileReading::MayBePacked ? unpacked_with_polls(std::move(file), poll)
                                             : PolledSource(std::move(file), poll);
}

} // namespace

const Permissions& permissions(const Machine& m) {
  static const Permissions none;
  return m.options.permissions ? *m.options.permissions : none;
}

std::string text_argument(const Value& v) { return array_text(v.array()); }

std::unique_ptr<ByteSource> opened(Machine& m, const std::string& path) {
  const auto poll = [&m] { m.check_stop(); };
  const auto open = [&] { return open_source(permissions(m), path, poll); };
  return m.options.ranks ? m.options.ranks->file_of_first(path, open, poll) : open();
}

FileReading::FileReading(Machine& m, const Value& path, int passes, Packing packing)
    : source_(polled(m, path, packing, told_)) {
  told_.emplace(m, static_cast<int64_t>(source_.size()) * passes, Loop::Bytes);
}

Value write_file(Machine& m, const Value& path, const std::function<void(ByteSink&)>& write) {
  const auto poll = [&m] { m.check_stop(); };
  const auto write_here = [&] {
    FileSink file(permissions(m), text_argument(path), poll);
    PolledSink sink(m, file);
    write(sink);
    file.commit();
  };
  m.options.ranks ? m.options.ranks->at_first(write_here, poll) : write_here();
  return Value::unit();
}

} // namespace nova::arrays
