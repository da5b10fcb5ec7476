// Sets of code points that have a name or a letter in patterns.
#pragma once
#include "frontend/regex/syntax.hpp"
#include <optional>

namespace nova::regex {

/// Returns the set that the letter behind a backslash stands for: d D w W s S; nothing for other letters.
std::optional<std::vector<Range>> escape_set(char letter);
/// Returns the set of a POSIX class, such as alpha; nothing if there is none of this name.
std::optional<std::vector<Range>> posix_set(std::string_view name);
/// Adds the other case of the ASCII letters in a set.
std::vector<Range> with_both_cases(std::vector<Range> set);

} // namespace nova::regex
