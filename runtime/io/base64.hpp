// Bytes as text in base64 (RFC 4648).
#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace nova {

/// Returns the bytes in base64, with padding.
std::string base64(std::string_view bytes);
/// Returns the bytes that `text` holds in base64, with padding. Returns nothing if it is no base64.
std::optional<std::string> from_base64(std::string_view text);

} // namespace nova
