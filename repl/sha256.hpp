// SHA-256 (FIPS 180-4) and HMAC (RFC 2104), with which a notebook's messages are signed.
#pragma once
#include <span>
#include <string>
#include <string_view>

namespace nova {

/// 32 bytes.
std::string sha256(std::string_view bytes);
/// The signature of all parts, one after the other: 64 hexadecimal digits.
std::string hmac_sha256(std::string_view key, std::span<const std::string> parts);

} // namespace nova
