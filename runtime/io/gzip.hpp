// Files that gzip has packed.
#pragma once
#include "runtime/io/bytes.hpp"

namespace nova {

/// Returns what a source holds, unpacked if its first bytes are those of gzip. Several packed parts in a row are one after
/// the other. Fails with E0504 if the packed bytes are damaged.
std::unique_ptr<ByteSource> unpacked(std::unique_ptr<ByteSource> source);
/// The same with polls while the packed bytes are read, they are unpacked, and the unpacked ones are parsed.
PolledSource unpacked_with_polls(std::unique_ptr<ByteSource> source,
                                 const std::function<void(uint64_t)>& poll);

} // namespace nova
