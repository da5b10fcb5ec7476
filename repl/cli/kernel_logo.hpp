// Nova's logo, which Jupyter shows for notebooks and their kernel: a bright star on a dark disc.
#pragma once
#include <cstdint>
#include <string>

namespace nova {

/// Returns the logo as an SVG file.
std::string logo_svg();
/// Returns the logo as a PNG file of `side` by `side` pixels. What lies outside of the disc is transparent.
std::string logo_png(int64_t side);

} // namespace nova
