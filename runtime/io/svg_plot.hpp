// Draws plots as SVG: series of points in a frame with round numbers on its axes.
#pragma once
#include "runtime/io/plot_series.hpp"

namespace nova {

/// Returns the plot as SVG text. A series with ascending x is drawn as a line, any other as dots. Points that are not
/// finite are left out, which interrupts a line, and a note in the picture says how many. Points that others cover
/// are left out too, so that the text stays small.
std::string svg_plot(const std::vector<PlotSeries>& all);

} // namespace nova
