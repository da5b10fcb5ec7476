// Plots as SVG: series of points in a frame with round numbers at its sides.
#pragma once
#include "runtime/io/plot_series.hpp"

namespace nova {

/// A series whose x never go back is a line, another one dots. Points that are not finite are left out (a
/// line is interrupted there), which a note in the picture tells. The picture's size does not grow with the
/// number of points.
std::string svg_plot(const std::vector<PlotSeries>& all);

} // namespace nova
