// Drawing of pictures on a terminal by the program chafa. The program finds out whether the terminal can show pixels,
// or characters only.
#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace nova {

struct TerminalPicture {
  std::string text;    ///< the bytes to write to the terminal
  bool pixels = false; ///< whether `text` has pixels, by the protocol sixel, kitty or iTerm
};

/// Draws a PNM or SVG file, given as its bytes, in at most `columns` by `rows` characters. Returns nothing if chafa
/// is not installed or fails.
std::optional<TerminalPicture> draw_with_chafa(std::string_view picture, size_t columns, size_t rows,
                                               bool colour);

} // namespace nova
