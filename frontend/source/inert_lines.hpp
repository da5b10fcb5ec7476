// A program's own text on its way to a terminal.
#pragma once
#include <string>
#include <string_view>

namespace nova {

/// As a terminal may see it: newlines and tabs stay, and so do joiners, which many scripts need; other bytes that would steer
/// it are written as a string has them, `\x1b;`.
std::string inert_lines(std::string_view text);
/// How many bytes at its end begin a code point whose rest is missing: 0 to 3.
size_t cut_at_end(std::string_view text);

} // namespace nova
