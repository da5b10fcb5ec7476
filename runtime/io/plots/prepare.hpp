// A plot's columns as numbers on its axes, and what is computed of them: bins, quartiles, grids.
#pragma once
#include "runtime/io/plots/figure.hpp"
#include "runtime/io/plots/scale.hpp"
#include <map>

namespace nova {

constexpr size_t most_shades = 8; ///< of a column of numbers with more of them the colours are a gradient

/// Returns the different values of a column as texts: of texts in the order in which they appear, of numbers in
/// ascending order. `index` gets the place of each row's value among them.
std::vector<std::string> categories_of(const PlotColumn& c, std::vector<size_t>& index);

/// A rectangle of a bar or a histogram, in the axes' numbers.
struct PlotBar {
  size_t panel = 0, group = 0;
  double left = 0, right = 0, from = 0, to = 0;
};

/// The quartiles of some numbers, as `quantile` gives them; whiskers reach the furthest numbers within 1.5 times the
/// distance of the quartiles, and the others are outliers.
struct PlotBox {
  size_t panel = 0, group = 0;
  double left = 0, right = 0, low = 0, first = 0, median = 0, third = 0, high = 0;
  std::vector<double> outliers{};
};

/// A number at each pair of coordinates, which ascend. Row-major, a row for each y.
struct PlotGrid {
  std::vector<double> xs{}, ys{}, values{};
  double at(size_t column, size_t row) const { return values[row * xs.size() + column]; }
};

/// A layer whose rows are numbers on the axes. A row that has a number that is not finite is left out of them all.
struct PreparedLayer {
  const PlotLayer* layer = nullptr;
  std::vector<double> x{}, y{}, z{};
  std::vector<size_t> group{}, panel{};
  std::vector<double> shade{}; ///< where colours are a gradient: each row's number
  std::vector<bool> gap{};     ///< whether rows were left out before this one, which interrupts a line
  std::vector<PlotBar> bars{};
  std::vector<PlotBox> boxes{};
  std::map<size_t, PlotGrid> grids{}; ///< by panel
};

struct PreparedPlot {
  std::vector<PreparedLayer> layers{};
  Scale x{}, y{}, shade{}; ///< shade: the numbers that a gradient of colours stands for
  std::string x_name{}, y_name{}, shade_name{};
  std::vector<std::string> groups{}, panels{}; ///< names; empty where there is only one without a name
  std::string group_name{};
  size_t left_out = 0;
};

PreparedPlot prepare_plot(const PlotFigure& figure);

/// Computes what a histogram, bars, boxes, a heat map or contours draw, and widens the axes by it.
void summarise(PreparedPlot& plot, PreparedLayer& layer, const PlotFigure& figure);

} // namespace nova
