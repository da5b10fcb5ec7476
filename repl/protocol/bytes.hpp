// Bytes in protocols: base64 (RFC 4648), and writing to a client's descriptor.
#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace nova::protocol {

/// Returns the bytes in base64, with padding.
std::string base64(std::string_view bytes);
/// Returns the bytes that `text` holds in base64, with padding. Returns nothing if it is no base64.
std::optional<std::string> from_base64(std::string_view text);

/// Writes all bytes to a descriptor. Returns false if its reader is gone, or on another error.
bool write_all(int descriptor, std::string_view bytes);

} // namespace nova::protocol
