// What a plot shows: marks, the columns of a table that they take, and settings.
#pragma once
#include "runtime/array.hpp"
#include "runtime/plot_words.hpp"
#include <array>
#include <optional>
#include <string>
#include <vector>

namespace nova {

/// A column of a table: numbers, dates as days since 1970, or texts.
struct PlotColumn {
  std::string name{};
  std::vector<double> numbers{};
  std::vector<std::string> texts{};
  bool is_text = false, is_time = false;
  size_t size() const { return is_text ? texts.size() : numbers.size(); }
};

/// A mark: a word that draws, and the columns that it takes in the order of its word: x y, x y z or x y error.
struct PlotLayer {
  PlotWord mark = PlotWord::Points;
  std::vector<PlotColumn> columns{};
  std::optional<std::string> series{}; ///< if the rows are a group of their own: its name, or ""
  std::optional<Array> image{};        ///< the pixels of an Image
  bool downwards = false;              ///< whether rows of a matrix are counted from the top
};

/// Two numbers that a word has; of a range, its ends.
using NumberPair = std::array<double, 2>;

struct PlotFigure {
  std::vector<PlotLayer> layers{};
  std::optional<PlotColumn> colour{}, panels{};
  std::string title{}, x_label{}, y_label{};
  bool log_x = false, log_y = false;
  std::optional<NumberPair> size{}, x_range{}, y_range{};
  std::optional<double> bins{}, levels{};
};

/// Returns the plot as SVG text. Its columns are as long as each other where they belong to the same rows. Rows without
/// a finite number are left out, and a note in the picture says how many. Fails with E0436 if there is nothing to draw,
/// or the columns don't fit the marks or axes.
std::string figure_svg(const PlotFigure& figure);

/// Fails with E0436: the plot cannot be drawn, for this reason.
[[noreturn]] void fail_plot(std::string why);

} // namespace nova
