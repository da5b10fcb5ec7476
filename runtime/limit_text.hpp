// Limits on memory and time as text: "2G", "15s".
#pragma once
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace nova {

/// Returns a size such as "2G" in bytes, or nothing if the text is not a size.
std::optional<uint64_t> parse_size(std::string_view text);
/// Returns a duration such as "15s", "200ms" or "2m", or nothing if the text is not a duration.
std::optional<std::chrono::milliseconds> parse_duration(std::string_view text);
/// Returns a number of bytes as text for messages: "7.6 MiB", or "100 bytes" below 1 KiB.
std::string size_text(uint64_t bytes);

} // namespace nova
