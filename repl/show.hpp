// How the prompt shows values: a line with the type, a table, what numbers are like, a picture.
#pragma once
#include "repl/session.hpp"

namespace nova {

struct ShowSettings {
  bool tables = true, colour = false;
  size_t columns = 80, rows = 24; ///< of the terminal
};

/// As every result: the value and its type; a vector of tuples as a table, if it fits.
std::string show_result(Session& session, const Outcome& o, const ShowSettings& s);
/// Draws an image with the program chafa, which knows what the terminal can show; false where there is no such program,
/// or the value is no image.
bool draw_with_chafa(const Outcome& o, const ShowSettings& s);
/// `:show`: a table, an image, or a result with what its numbers are like.
std::string show_at_length(Session& session, const Outcome& o, const ShowSettings& s);
/// `:plot`: nothing where it is neither numbers nor pairs of them.
std::optional<std::string> show_plot(Session& session, const Outcome& o, const ShowSettings& s);

} // namespace nova
