// Lines through equal numbers of a grid, by marching squares.
#pragma once
#include "runtime/io/plots/prepare.hpp"
#include <functional>

namespace nova {

/// Calls `draw` with both ends of each piece of the lines where the grid's numbers are `level`. Numbers between the
/// grid's are interpolated along the edges of cells. A cell without a number at a corner has no lines.
void contour_lines(const PlotGrid& grid, double level,
                   const std::function<void(double x0, double y0, double x1, double y1)>& draw);

} // namespace nova
