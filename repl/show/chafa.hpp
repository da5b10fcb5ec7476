// Pictures by the program chafa, which knows what the terminal can show: pixels, or characters.
#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace nova {

struct TerminalPicture {
  std::string text;    ///< what the terminal is sent
  bool pixels = false; ///< sixels, kitty's or iTerm's pictures
};

/// A PNM's or an SVG's bytes in so many characters; nothing where there is no such program, or it fails.
std::optional<TerminalPicture> draw_with_chafa(std::string_view picture, size_t columns, size_t rows,
                                               bool colour);

} // namespace nova
