// Printing of values at the prompt: as a line with value and type, as a table, as a picture, or with statistics.
#pragma once
#include "repl/session/session.hpp"

namespace nova {

/// How a terminal shows pixels: by one of the protocols, not at all, or as its environment tells.
enum class PictureFormat : uint8_t { Auto, Characters, Sixel, Kitty, ITerm };

struct ShowSettings {
  bool tables = true, colour = false;
  size_t columns = 80, rows = 24; ///< size of the terminal, in characters
  bool drawing = false;           ///< whether pictures may be sent to the terminal
  PictureFormat pictures = PictureFormat::Auto;
};

/// Returns the text of a result: the value and its type. If the value is a vector of tuples, returns a table.
std::string show_result(Session& session, const Outcome& o, const ShowSettings& s);
/// Returns an image value as a PNG file; nothing if the value is not an image.
std::optional<std::string> png_of(const Outcome& o);
/// A result for a front end that can show more than text.
struct RichResult {
  std::string text;
  std::string html{}, svg{}, png{}; ///< the result in other formats; "" for a format that it does not have
  std::string vega_lite{};          ///< the description of the plot that `svg` is; "" if there is none
};
/// Returns a result as text and in other formats: as an HTML table if it is a vector of tuples, as a PNG picture if
/// it is an image.
RichResult rich_result(Session& session, const Outcome& o, const ShowSettings& s);
/// Returns a drawing of an image for the terminal, with its shape and type. Returns nothing if the value is no image.
std::optional<std::string> show_image(Session& session, const Outcome& o, const ShowSettings& s);
/// Returns the text that `:show` prints: an image, a table, or the value with its type and statistics of its numbers.
std::string show_at_length(Session& session, const Outcome& o, const ShowSettings& s);
/// Returns the picture that `:plot` draws: the text that `plot` gave, or a plot of a vector of numbers, of pairs of numbers, or
/// of such vectors, which may have names. Returns nothing for another value.
std::optional<std::string> svg_of(const Outcome& o);
/// Returns the output of `:plot`: a picture in pixels if the terminal can show pixels, else a plot of braille dots.
/// Returns nothing if svg_of returns nothing.
std::optional<std::string> show_plot(const Outcome& o, const ShowSettings& s);

} // namespace nova
