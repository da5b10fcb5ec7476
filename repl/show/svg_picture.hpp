// SVG pictures, such as `plot` gives, drawn with characters.
#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace nova {

/// Draws an SVG text in at most `columns` by `rows` characters: lines, points and areas by braille dots and blocks, texts
/// by themselves. It knows what Nova's own pictures have: rectangles, circles, lines, paths of M and L, texts, images,
/// groups and parts; other elements are left out. Returns nothing if the text has no such picture.
std::optional<std::string> dotted_picture(std::string_view svg, size_t columns, size_t rows, bool colour);

} // namespace nova
