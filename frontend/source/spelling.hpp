// Help with spelling: the known name that a misspelt one may mean.
#pragma once
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace nova {

/// The candidate nearest to `name` by edit distance, if near enough to be meant.
std::optional<std::string> nearest_name(std::string_view name, std::span<const std::string_view> candidates);

} // namespace nova
