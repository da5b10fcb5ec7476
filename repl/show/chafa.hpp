// Drawing of pictures on a terminal by the program chafa, or for iTerm without it. The program finds out whether the
// terminal can show pixels, or characters only.
#pragma once
#include "repl/show/show.hpp"
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace nova {

struct TerminalPicture {
  std::string text;    ///< the bytes to write to the terminal
  bool pixels = false; ///< whether `text` has pixels, by the protocol sixel, kitty or iTerm
};

/// The room for a picture, in characters, and what the terminal can show.
struct PictureRoom {
  size_t columns, rows;
  bool colour;
  PictureFormat format;
};

/// Returns `format`. In place of Auto, returns ITerm if the environment tells of that terminal, which chafa does not find
/// out by itself.
PictureFormat format_of_terminal(PictureFormat format);
/// Draws a PNM or SVG file, given as its bytes. Returns nothing if chafa is not installed or fails.
std::optional<TerminalPicture> draw_with_chafa(std::string_view picture, const PictureRoom& room);
/// Returns the bytes that show a PNG file on the terminal iTerm.
std::string iterm_picture(std::string_view png, const PictureRoom& room);

} // namespace nova
