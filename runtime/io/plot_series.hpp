// Converts arrays to series of points for plots. A series is a vector of numbers or of pairs of numbers; a plot may
// have several.
#pragma once
#include "runtime/array.hpp"
#include <optional>
#include <string>
#include <vector>

namespace nova {

struct PlotSeries {
  std::string name{}; ///< the name in the legend, or "" for none
  std::vector<double> xs{}, ys{};
};

/// Returns the numbers of an array of any rank, in order, or nothing if its elements are no numbers. From 4,000,000
/// numbers on, returns only every n-th one. Sets `*every` to n, which is 1 for fewer numbers.
std::optional<std::vector<double>> numbers_of(const Array& a, int64_t* every = nullptr);

/// Converts an array to series. A vector of numbers becomes one series with the indices as x; a vector of pairs
/// (x, y) becomes one series of these points. A vector of such vectors becomes several series; a vector of pairs
/// (name, such a vector) becomes several series with names. Returns nothing for any other array.
std::optional<std::vector<PlotSeries>> plot_series(const Array& a);

/// Returns the number of points with an infinite or NaN coordinate.
size_t unplottable(const std::vector<PlotSeries>& all);
/// Returns "2 points are not finite and left out", where `what` is "point".
std::string left_out_note(size_t n, std::string_view what);

/// Returns the plot as SVG text. A series with ascending x is drawn as a line, any other as points.
std::string svg_plot(const std::vector<PlotSeries>& all);

} // namespace nova
