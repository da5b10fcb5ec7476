// Reads and writes the part of the zip format that .npz archives need: stored and deflated members, zip64 sizes,
// checked CRCs.
#pragma once
#include "runtime/io/bytes.hpp"
#include <vector>

namespace nova {

/// The number of bytes that a deflated byte becomes at most.
constexpr uint64_t deflate_gains_at_most = 1032;

struct ZipMember {
  std::string name;
  uint64_t header_at = 0; ///< offset of its local header in the archive
  uint64_t packed = 0, size = 0;
  uint32_t crc = 0;
  uint16_t method = 0; ///< how the bytes are packed: 0 stored, 8 deflated
  bool encrypted = false;
};

/// Reads the members' descriptions from the central directory. Fails with E0504 if the directory is malformed or
/// reaches beyond the archive's end.
std::vector<ZipMember> zip_members(ByteSource& source);

/// Returns a member's bytes, unpacked and with their CRC checked. Fails with E0504 if the member is damaged. If the
/// packed bytes can't unpack to the stated size, fails with E0504 before memory is allocated. Fails with E0508 if the
/// member is encrypted or packed by another method than deflate.
BufferRef unzip(ByteSource& source, const ZipMember& member);

/// Writes an archive of stored (uncompressed) members, with zip64 records if sizes need them.
class ZipWriter {
 public:
  explicit ZipWriter(ByteSink& sink) : sink_(sink) {}
  /// Begins a member of `size` bytes with this CRC. The caller then writes these bytes to the sink.
  void begin(const std::string& name, uint64_t size, uint32_t crc);
  bool has(const std::string& name) const;
  void finish();

 private:
  void write(const std::string& bytes);
  ByteSink& sink_;
  uint64_t written_ = 0;
  std::vector<ZipMember> members_;
};

/// An output that only computes the CRC-32 and the number of the bytes written to it.
class CrcSink : public ByteSink {
 public:
  using ByteSink::write;
  void write(const void* from, uint64_t n) override;
  uint32_t crc = 0;
  uint64_t size = 0;
};

} // namespace nova
