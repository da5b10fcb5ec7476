// Zip archives, as far as .npz needs them: members stored or deflated, zip64 sizes, CRCs checked.
#pragma once
#include "runtime/io/bytes.hpp"
#include <vector>

namespace nova {

struct ZipMember {
  std::string name;
  uint64_t header_at = 0; ///< of its local header
  uint64_t packed = 0, size = 0;
  uint32_t crc = 0;
  uint16_t method = 0; ///< 0 stored, 8 deflated
  bool encrypted = false;
};

/// The central directory. E0504 where it is malformed, or states more than the archive can hold.
std::vector<ZipMember> zip_members(ByteSource& source);

/// A member's bytes, unpacked and checked. A size that no deflated data of the member's length can give is
/// refused before memory is asked for.
BufferRef unzip(ByteSource& source, const ZipMember& member);

/// Writes an archive of stored members; zip64 records where sizes need them.
class ZipWriter {
 public:
  explicit ZipWriter(ByteSink& sink) : sink_(sink) {}
  /// Begins a member whose bytes are known: `size` bytes of this CRC, to be written to `sink` by the caller
  /// next.
  void begin(const std::string& name, uint64_t size, uint32_t crc);
  bool has(const std::string& name) const;
  void finish();

 private:
  void write(const std::string& bytes);
  ByteSink& sink_;
  uint64_t written_ = 0;
  std::vector<ZipMember> members_;
};

/// The CRC-32 of what is written to it, and how much that is.
class CrcSink : public ByteSink {
 public:
  using ByteSink::write;
  void write(const void* from, uint64_t n) override;
  uint32_t crc = 0;
  uint64_t size = 0;
};

} // namespace nova
