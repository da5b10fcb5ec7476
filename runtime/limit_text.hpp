// How limits are written: "2G", "15s".
#pragma once
#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>

namespace nova {

/// "2G" -> bytes, "15s" / "200ms" / "2m" -> milliseconds; empty where the text is neither.
std::optional<uint64_t> parse_size(std::string_view text);
std::optional<std::chrono::milliseconds> parse_duration(std::string_view text);

} // namespace nova
