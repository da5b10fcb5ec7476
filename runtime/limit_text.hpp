// Parsing of limits on memory and time: "2G", "15s".
#pragma once
#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>

namespace nova {

/// Returns a size such as "2G" in bytes, or nothing if the text is not a size.
std::optional<uint64_t> parse_size(std::string_view text);
/// Returns a duration such as "15s", "200ms" or "2m", or nothing if the text is not a duration.
std::optional<std::chrono::milliseconds> parse_duration(std::string_view text);

} // namespace nova
