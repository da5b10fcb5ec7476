// Printing of values at the prompt: as a line with the type, a table, a picture, or with statistics.
#pragma once
#include "repl/session/session.hpp"
#include "runtime/io/plot_series.hpp"

namespace nova {

struct ShowSettings {
  bool tables = true, colour = false;
  size_t columns = 80, rows = 24; ///< size of the terminal, in characters
  bool drawing = false;           ///< whether the terminal may be sent pictures
};

/// Returns the text of a result: the value and its type, or a table, if it is a vector of tuples that fits.
std::string show_result(Session& session, const Outcome& o, const ShowSettings& s);
/// Returns an image value as a PNG file; nothing if the value is not an image.
std::optional<std::string> png_of(const Outcome& o);
/// A result for a front end that can show more than text.
struct RichResult {
  std::string text;
  std::string html{}, svg{}, png{}; ///< other forms of the result; empty if there are none
};
/// Returns a result with its other forms: an HTML table of a vector of tuples, a PNG picture of an image.
RichResult rich_result(Session& session, const Outcome& o, const ShowSettings& s);
/// Draws an image for the terminal, and adds its shape and type. Returns nothing if the value is not an image.
std::optional<std::string> show_image(Session& session, const Outcome& o, const ShowSettings& s);
/// Returns the text of `:show`: an image, a table, or a result with statistics of its numbers.
std::string show_at_length(Session& session, const Outcome& o, const ShowSettings& s);
/// Returns the series that `:plot` draws. The value must be a vector of numbers or of pairs of them, or a vector of
/// such vectors; else returns nothing.
std::optional<std::vector<PlotSeries>> plot_of(const Outcome& o);
/// Returns the output of `:plot`: a picture in pixels if the terminal shows them, else braille dots. Returns nothing
/// if plot_of does.
std::optional<std::string> show_plot(const Outcome& o, const ShowSettings& s);

} // namespace nova
