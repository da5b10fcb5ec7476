// Spelling suggestions: finds the known name that a misspelt name may mean.
#pragma once
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace nova {

/// Returns the candidate with the smallest edit distance to `name`, or nothing if none is near enough to be meant.
std::optional<std::string> nearest_name(std::string_view name, std::span<const std::string_view> candidates);

} // namespace nova
