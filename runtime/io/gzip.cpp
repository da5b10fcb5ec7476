#include "runtime/io/gzip.hpp"
#include "runtime/fault.hpp"
#include <algorithm>
#include <zlib.h>

namespace nova {

namespace {

constexpr uint64_t block = 1 << 20;

/// Unpacks from a source block by block.
class Unpacker {
 public:
  explicit Unpacker(ByteSource& source) : source_(source), packed_(std::min(block, source.size())) {
    if (inflateInit2(&z_, MAX_WBITS + 16) != Z_OK)
      fail("E0601", {"zlib's state", "all that the machine gives", "none"});
  }
  ~Unpacker() { inflateEnd(&z_); }
  Unpacker(const Unpacker&) = delete;

  BufferRef all() {
    auto out = std::make_shared<Buffer>(std::max(4 * source_.size(), uint64_t{64}));
    for (int state = Z_OK; state != Z_STREAM_END || begins_again();) {
      if (z_.avail_in == 0) refill();
      if (used_ == out->size()) out->resize(out->size() + out->size() / 2);
      const auto room = static_cast<uInt>(std::min(out->size() - used_, block));
      z_.next_out = reinterpret_cast<Bytef*>(out->bytes() + used_), z_.avail_out = room;
      state = inflate(&z_, Z_NO_FLUSH);
      used_ += room - z_.avail_out;
      if (state != Z_OK && state != Z_STREAM_END) fail_damaged();
      source_.passed(room - z_.avail_out);
    }
    out->resize(used_);
    return out;
  }

 private:
  [[noreturn]] void fail_damaged() const {
    fail_format(source_, ".gz", at_ - z_.avail_in, z_.msg ? z_.msg : "the packed data end too early");
  }
  void refill() {
    const uint64_t n = std::min(packed_.size(), source_.size() - at_);
    if (n == 0) fail_damaged();
    source_.read(at_, packed_.bytes(), n);
    z_.next_in = reinterpret_cast<Bytef*>(packed_.bytes()), z_.avail_in = static_cast<uInt>(n), at_ += n;
  }
  /// Begins a further part, if one follows. Zeros behind the last part are padding.
  bool begins_again() {
    if (z_.avail_in == 0 && at_ < source_.size()) refill();
    while (z_.avail_in > 0 && *z_.next_in == 0) {
      ++z_.next_in, --z_.avail_in;
      if (z_.avail_in == 0 && at_ < source_.size()) refill();
    }
    return z_.avail_in > 0 && inflateReset(&z_) == Z_OK;
  }

  ByteSource& source_;
  Buffer packed_;
  z_stream z_{};
  uint64_t at_ = 0, used_ = 0; ///< bytes read, bytes unpacked
};

bool is_packed(ByteSource& source) {
  uint8_t mark[2] = {0, 0};
  if (source.size() >= 2) source.read(0, mark, 2);
  return mark[0] == 0x1f && mark[1] == 0x8b;
}

} // namespace

std::unique_ptr<ByteSource> unpacked(std::unique_ptr<ByteSource> source) {
  if (!is_packed(*source)) return source;
  BufferRef all = Unpacker(*source).all();
  const std::span<const std::byte> bytes(all->bytes(), all->size());
  return std::make_unique<MemorySource>(source->name(), bytes, std::move(all));
}

PolledSource unpacked_with_polls(std::unique_ptr<ByteSource> source,
                                 const std::function<void(uint64_t)>& poll) {
  if (!is_packed(*source)) return PolledSource(std::move(source), poll);
  return PolledSource(unpacked(std::make_unique<PolledSource>(std::move(source), poll)), poll);
}

} // namespace nova
