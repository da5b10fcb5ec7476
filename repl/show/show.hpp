// How the prompt shows values: a line with the type, a table, what numbers are like, a picture.
#pragma once
#include "repl/session/session.hpp"
#include "runtime/io/plot_series.hpp"

namespace nova {

struct ShowSettings {
  bool tables = true, colour = false;
  size_t columns = 80, rows = 24; ///< of the terminal
  bool drawing = false;           ///< it may be sent pictures
};

/// As every result: the value and its type; a vector of tuples as a table, if it fits.
std::string show_result(Session& session, const Outcome& o, const ShowSettings& s);
/// An image's bytes as PNG; nothing where the value is none.
std::optional<std::string> png_of(const Outcome& o);
/// A result for a front end that can show more than text.
struct RichResult {
  std::string text;
  std::string html{}, svg{}, png{}; ///< empty: there is none
};
/// A vector of tuples as a table too, an image as a picture.
RichResult rich_result(Session& session, const Outcome& o, const ShowSettings& s);
/// An image as a terminal draws it, perhaps by codes of its own; nothing where the value is none.
std::optional<std::string> show_image(Session& session, const Outcome& o, const ShowSettings& s);
/// `:show`: a table, an image, or a result with what its numbers are like.
std::string show_at_length(Session& session, const Outcome& o, const ShowSettings& s);
/// What `:plot` draws: nothing where it is neither numbers nor pairs of them, nor several vectors of these.
std::optional<std::vector<PlotSeries>> plot_of(const Outcome& o);
/// `:plot`: a picture where the terminal shows pixels, else dots of braille.
std::optional<std::string> show_plot(const Outcome& o, const ShowSettings& s);

} // namespace nova
