// Buffers that LZ4 or Zstandard has packed: eight bytes of the unpacked length, or -1 for one that is not packed, come first.
#include "runtime/fault.hpp"
#include "runtime/io/arrow/messages.hpp"
#include <algorithm>
#include <cstring>
#include <lz4frame.h>
#include <zstd.h>

namespace nova {

namespace {

constexpr uint64_t step = 1 << 20; // bytes between two polls

/// Unpacks until `to` is full. Returns false if the packed bytes are damaged or too few.
bool unpack_lz4(const ByteSource& source, std::string_view from, std::byte* to, uint64_t size) {
  LZ4F_dctx* context = nullptr;
  if (LZ4F_isError(LZ4F_createDecompressionContext(&context, LZ4F_VERSION)))
    fail("E0601", no_memory_left("LZ4's state"));
  const std::unique_ptr<LZ4F_dctx, decltype(&LZ4F_freeDecompressionContext)> owner(
      context, &LZ4F_freeDecompressionContext);
  uint64_t done = 0;
  while (done < size) {
    size_t made = std::min(step, size - done), taken = from.size();
    const size_t state = LZ4F_decompress(context, to + done, &made, from.data(), &taken, nullptr);
    if (LZ4F_isError(state) || (made == 0 && taken == 0)) return false;
    done += made, from.remove_prefix(taken);
    source.passed(made);
  }
  return true;
}

bool unpack_zstd(const ByteSource& source, std::string_view from, std::byte* to, uint64_t size) {
  const std::unique_ptr<ZSTD_DStream, decltype(&ZSTD_freeDStream)> stream(ZSTD_createDStream(),
                                                                          &ZSTD_freeDStream);
  if (!stream) fail("E0601", no_memory_left("Zstandard's state"));
  ZSTD_DCtx_setParameter(stream.get(), ZSTD_d_windowLogMax, 27); // a window of 128 MiB at most
  ZSTD_inBuffer in{from.data(), from.size(), 0};
  for (uint64_t done = 0; done < size;) {
    ZSTD_outBuffer out{to + done, static_cast<size_t>(std::min(step, size - done)), 0};
    const size_t before = in.pos, state = ZSTD_decompressStream(stream.get(), &out, &in);
    if (ZSTD_isError(state) || (out.pos == 0 && in.pos == before)) return false;
    done += out.pos;
    source.passed(out.pos);
  }
  return true;
}

} // namespace

BufferRef ArrowBatch::unpacked(uint64_t at, uint64_t packed, uint64_t size) {
  Buffer bytes(packed);
  source_.read(at, bytes.bytes(), packed);
  int64_t length = 0;
  if (packed < sizeof length) fail_arrow(source_, at, "a packed buffer has no length");
  std::memcpy(&length, bytes.bytes(), sizeof length);
  const std::string_view content(bytes.as<char>() + sizeof length, packed - sizeof length);
  const uint64_t have = length < 0 ? content.size() : static_cast<uint64_t>(length);
  if (length < -1 || have < size) fail_arrow(source_, at, "a buffer is shorter than its column");
  auto out = std::make_shared<Buffer>(size);
  if (length == -1) {
    if (size > 0) std::memcpy(out->bytes(), content.data(), size);
    return out;
  }
  const bool zstd = batch_.compression()->codec() == ipc::CompressionType::ZSTD;
  if (!(zstd ? unpack_zstd : unpack_lz4)(source_, content, out->bytes(), size))
    fail_arrow(source_, at, "the packed data are damaged or end too early");
  return out;
}

} // namespace nova
