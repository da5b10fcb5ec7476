#include "runtime/io/zip.hpp"
#include "runtime/fault.hpp"
#include <algorithm>
#include <cstring>
#include <zlib.h>

namespace nova {

namespace {

constexpr uint32_t local_mark = 0x04034b50, central_mark = 0x02014b50, end_mark = 0x06054b50;
constexpr uint32_t end64_mark = 0x06064b50, locator64_mark = 0x07064b50;
constexpr uint64_t local_bytes = 30, central_bytes = 46, end_bytes = 22, end64_bytes = 56,
                   locator64_bytes = 20;
constexpr uint32_t full32 = 0xffffffff; ///< a field with this value says that the zip64 record has the number

// ---- Reading ----

uint64_t little(const std::byte* at, int bytes) {
  uint64_t v = 0;
  for (int k = bytes; k-- > 0;) v = v << 8 | std::to_integer<uint64_t>(at[k]);
  return v;
}

/// Offset, size and number of members of the central directory, as the end record states them.
struct Directory {
  uint64_t at, size, members;
};

Directory read_end64(ByteSource& source, uint64_t end_at) {
  std::byte locator[locator64_bytes], end[end64_bytes];
  if (end_at < locator64_bytes) fail_format(source, ".npz", end_at, "the zip64 record is missing");
  source.read(end_at - locator64_bytes, locator, sizeof locator);
  if (little(locator, 4) != locator64_mark)
    fail_format(source, ".npz", end_at, "the zip64 record is missing");
  const uint64_t at = little(locator + 8, 8);
  source.read(at, end, sizeof end);
  if (little(end, 4) != end64_mark) fail_format(source, ".npz", at, "the zip64 record is damaged");
  return {little(end + 48, 8), little(end + 40, 8), little(end + 32, 8)};
}

/// Finds the end record, and returns the directory that it describes. The record lies in about the last 64 KiB of the
/// archive, before a comment whose length it states.
Directory find_directory(ByteSource& source) {
  const uint64_t tail_size = std::min<uint64_t>(source.size(), end_bytes + UINT16_MAX);
  const uint64_t tail_at = source.size() - tail_size;
  std::vector<std::byte> tail(tail_size);
  source.read(tail_at, tail.data(), tail_size);
  for (uint64_t k = tail_size < end_bytes ? 0 : tail_size - end_bytes + 1; k-- > 0;) {
    const std::byte* end = tail.data() + k;
    if (little(end, 4) != end_mark || k + end_bytes + little(end + 20, 2) > tail_size) continue;
    const Directory d{little(end + 16, 4), little(end + 12, 4), little(end + 10, 2)};
    const bool is_zip64 = d.at == full32 || d.size == full32 || d.members == UINT16_MAX;
    return is_zip64 ? read_end64(source, tail_at + k) : d;
  }
  fail_format(source, ".npz", source.size(), "the archive's directory is missing");
}

/// Replaces the numbers that are too large for 32 bits by those of the zip64 field: size, packed size and header
/// offset, in this order.
void read_extra64(ZipMember& m, std::span<const std::byte> extra) {
  while (extra.size() >= 4) {
    const uint64_t id = little(extra.data(), 2), n = little(extra.data() + 2, 2);
    std::span<const std::byte> field = extra.subspan(4, std::min<uint64_t>(n, extra.size() - 4));
    extra = extra.subspan(4 + field.size());
    if (id != 1) continue;
    for (uint64_t* number : {&m.size, &m.packed, &m.header_at})
      if (*number == full32 && field.size() >= 8) *number = little(field.data(), 8), field = field.subspan(8);
  }
}

/// Returns the offset of a member's bytes, which follow its local header. The lengths of that header's fields may
/// differ from those in the directory.
uint64_t find_data(ByteSource& source, const ZipMember& m) {
  std::byte header[local_bytes];
  source.read(m.header_at, header, sizeof header);
  if (little(header, 4) != local_mark) fail_format(source, ".npz", m.header_at, "no member begins here");
  return m.header_at + local_bytes + little(header + 26, 2) + little(header + 28, 2);
}

BufferRef inflate_all(const ByteSource& source, const ZipMember& m, const Buffer& packed, uint64_t at) {
  auto out = std::make_shared<Buffer>(m.size);
  z_stream z{};
  if (inflateInit2(&z, -MAX_WBITS) != Z_OK)
    fail("E0601", {"zlib's state", "all that the machine gives", "none"});
  auto* next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(packed.bytes()));
  auto* next_out = reinterpret_cast<Bytef*>(out->bytes());
  Bytef nothing;
  uint64_t in_left = packed.size(), out_left = m.size;
  z.next_in = next_in, z.next_out = out_left ? next_out : &nothing;
  int state = Z_OK;
  while (state == Z_OK) { // in parts, since zlib counts bytes in 32 bits
    const uInt in = z.avail_in = static_cast<uInt>(std::min<uint64_t>(in_left, 1u << 30));
    const uInt room = z.avail_out = static_cast<uInt>(std::min<uint64_t>(out_left, 1u << 30));
    state = inflate(&z, Z_NO_FLUSH);
    in_left -= in - z.avail_in, out_left -= room - z.avail_out;
  }
  inflateEnd(&z);
  if (state != Z_STREAM_END || out_left > 0)
    fail_format(source, ".npz", at + packed.size() - in_left,
                "the deflated data of " + m.name + " is damaged");
  return out;
}

uint32_t crc_of(const void* bytes, uint64_t n, uint32_t before) {
  return static_cast<uint32_t>(crc32_z(before, static_cast<const Bytef*>(bytes), n));
}

// ---- Writing ----

void put(std::string& out, uint64_t v, int bytes) {
  for (int k = 0; k < bytes; ++k) out += static_cast<char>(v >> (8 * k) & 255);
}

bool needs64(const ZipMember& m) { return m.size >= full32 || m.header_at >= full32; }

/// Appends the fields that a local header and a directory entry share.
void put_common(std::string& out, const ZipMember& m, uint64_t size, uint64_t extra) {
  constexpr uint64_t version = 45, no_flags = 0, stored = 0, no_time = 0, first_of_1980 = 0x21;
  put(out, version, 2), put(out, no_flags, 2), put(out, stored, 2), put(out, no_time, 2),
      put(out, first_of_1980, 2);
  put(out, m.crc, 4), put(out, size, 4), put(out, size, 4), put(out, m.name.size(), 2), put(out, extra, 2);
}

std::string local_header(const ZipMember& m) {
  const bool large = m.size >= full32;
  std::string out;
  put(out, local_mark, 4);
  put_common(out, m, large ? full32 : m.size, large ? 20 : 0);
  out += m.name;
  if (large) put(out, 1, 2), put(out, 16, 2), put(out, m.size, 8), put(out, m.size, 8);
  return out;
}

std::string central_header(const ZipMember& m) {
  const bool large = needs64(m);
  std::string out;
  put(out, central_mark, 4), put(out, 45, 2);
  put_common(out, m, large ? full32 : m.size, large ? 28 : 0);
  put(out, 0, 2), put(out, 0, 2), put(out, 0, 2), put(out, 0, 4); // comment, disk, attributes
  put(out, large ? full32 : m.header_at, 4);
  out += m.name;
  if (large)
    put(out, 1, 2), put(out, 24, 2), put(out, m.size, 8), put(out, m.size, 8), put(out, m.header_at, 8);
  return out;
}

std::string end_of_archive(uint64_t at, uint64_t size, uint64_t members) {
  std::string out;
  const bool large = at >= full32 || size >= full32 || members >= UINT16_MAX;
  if (large) {
    put(out, end64_mark, 4), put(out, end64_bytes - 12, 8), put(out, 45, 2), put(out, 45, 2), put(out, 0, 8);
    put(out, members, 8), put(out, members, 8), put(out, size, 8), put(out, at, 8);
    put(out, locator64_mark, 4), put(out, 0, 4), put(out, at + size, 8), put(out, 1, 4);
  }
  const uint64_t shown = large ? UINT16_MAX : members;
  put(out, end_mark, 4), put(out, 0, 4), put(out, shown, 2), put(out, shown, 2);
  put(out, large ? full32 : size, 4), put(out, large ? full32 : at, 4), put(out, 0, 2);
  return out;
}

} // namespace

std::vector<ZipMember> zip_members(ByteSource& source) {
  const Directory d = find_directory(source);
  if (d.at > source.size() || d.size > source.size() - d.at)
    fail_format(source, ".npz", d.at, "the archive's directory reaches beyond its end");
  Buffer directory(d.size);
  if (d.size > 0) source.read(d.at, directory.bytes(), d.size);
  std::vector<ZipMember> members;
  for (uint64_t at = 0; members.size() < d.members;) {
    const std::byte* entry = directory.bytes() + at;
    if (d.size - at < central_bytes || little(entry, 4) != central_mark)
      fail_format(source, ".npz", d.at + at, "the archive's directory is damaged");
    const uint64_t name = little(entry + 28, 2), extra = little(entry + 30, 2),
                   comment = little(entry + 32, 2);
    if (d.size - at - central_bytes < name + extra + comment)
      fail_format(source, ".npz", d.at + at, "the archive's directory is damaged");
    ZipMember m;
    m.name.assign(reinterpret_cast<const char*>(entry) + central_bytes, name);
    m.encrypted = little(entry + 8, 2) & 1, m.method = static_cast<uint16_t>(little(entry + 10, 2));
    m.crc = static_cast<uint32_t>(little(entry + 16, 4));
    m.packed = little(entry + 20, 4), m.size = little(entry + 24, 4), m.header_at = little(entry + 42, 4);
    read_extra64(m, {entry + central_bytes + name, extra});
    members.push_back(std::move(m));
    at += central_bytes + name + extra + comment;
  }
  return members;
}

BufferRef unzip(ByteSource& source, const ZipMember& m) {
  if (m.encrypted) fail("E0508", {source.name(), "the encrypted member " + m.name});
  if (m.method != 0 && m.method != 8)
    fail("E0508", {source.name(), m.name + " packed by method " + std::to_string(m.method)});
  const uint64_t at = find_data(source, m);
  if (at > source.size() || m.packed > source.size() - at)
    fail_format(source, ".npz", m.header_at, m.name + " reaches beyond the archive's end");
  const bool possible = m.method == 0 ? m.size == m.packed : m.size / deflate_gains_at_most <= m.packed;
  if (!possible)
    fail_format(source, ".npz", m.header_at,
                m.name + " cannot unpack to " + std::to_string(m.size) + " bytes");
  auto bytes = std::make_shared<Buffer>(m.packed);
  if (m.packed > 0) source.read(at, bytes->bytes(), m.packed);
  if (m.method == 8) bytes = inflate_all(source, m, *bytes, at);
  if (crc_of(bytes->bytes(), bytes->size(), 0) != m.crc)
    fail_format(source, ".npz", at, "the checksum of " + m.name + " is wrong");
  return bytes;
}

void CrcSink::write(const void* from, uint64_t n) { crc = crc_of(from, n, crc), size += n; }

void ZipWriter::write(const std::string& bytes) { sink_.write(bytes), written_ += bytes.size(); }

bool ZipWriter::has(const std::string& name) const {
  return std::ranges::any_of(members_, [&](const ZipMember& m) { return m.name == name; });
}

void ZipWriter::begin(const std::string& name, uint64_t size, uint32_t crc) {
  ZipMember m;
  m.name = name, m.header_at = written_, m.packed = m.size = size, m.crc = crc;
  write(local_header(m));
  written_ += size;
  members_.push_back(std::move(m));
}

void ZipWriter::finish() {
  const uint64_t at = written_;
  for (const ZipMember& m : members_) write(central_header(m));
  write(end_of_archive(at, written_ - at, members_.size()));
}

} // namespace nova
