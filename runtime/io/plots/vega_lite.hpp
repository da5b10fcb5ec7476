// A plot as a description in Vega-Lite, which notebooks draw so that it answers the mouse.
#pragma once
#include "runtime/io/plots/figure.hpp"

namespace nova {

/// Returns the plot in Vega-Lite 5, as JSON with its data. Returns nothing if the data are many or large, so that a
/// notebook stays small, or if Vega-Lite has no such mark: no contours, and no errors that reach 0 on a logarithmic axis.
std::optional<std::string> vega_lite(const PlotFigure& figure);

} // namespace nova
