// The words of a plot's description: (plot [(points "x" "y") (title "t")] data).
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

namespace nova {

enum class PlotWord : uint8_t {
  Points,
  Lines,
  Bars,
  Histogram,
  Box,
  HeatMap,
  Contour,
  ErrorBars,
  Image,
  Colour,
  Panels,
  Title,
  XLabel,
  YLabel,
  LogX,
  LogY,
  Size,
  XRange,
  YRange,
  Bins,
  Levels
};

/// A word, and how many texts or numbers stand behind it.
struct PlotWordRow {
  std::string_view name;
  PlotWord word;
  bool is_mark;        ///< whether it draws the columns that it names, rather than say how all is drawn
  bool takes_numbers;  ///< its arguments are numbers, not texts
  uint8_t least, most; ///< arguments
  std::string_view usage;
};

inline constexpr std::array<PlotWordRow, 21> plot_words{{
    {"points", PlotWord::Points, true, false, 0, 2, "(points x y)"},
    {"lines", PlotWord::Lines, true, false, 0, 2, "(lines x y)"},
    {"bars", PlotWord::Bars, true, false, 0, 2, "(bars x y)"},
    {"histogram", PlotWord::Histogram, true, false, 0, 1, "(histogram x)"},
    {"box", PlotWord::Box, true, false, 0, 2, "(box y) or (box x y)"},
    {"heat-map", PlotWord::HeatMap, true, false, 0, 3, "(heat-map x y z)"},
    {"contour", PlotWord::Contour, true, false, 0, 3, "(contour x y z)"},
    {"error-bars", PlotWord::ErrorBars, true, false, 0, 3, "(error-bars x y error)"},
    {"image", PlotWord::Image, true, false, 0, 0, "(image)"},
    {"colour", PlotWord::Colour, false, false, 1, 1, "(colour column)"},
    {"panels", PlotWord::Panels, false, false, 1, 1, "(panels column)"},
    {"title", PlotWord::Title, false, false, 1, 1, "(title text)"},
    {"x-label", PlotWord::XLabel, false, false, 1, 1, "(x-label text)"},
    {"y-label", PlotWord::YLabel, false, false, 1, 1, "(y-label text)"},
    {"log-x", PlotWord::LogX, false, false, 0, 0, "(log-x)"},
    {"log-y", PlotWord::LogY, false, false, 0, 0, "(log-y)"},
    {"size", PlotWord::Size, false, true, 2, 2, "(size width height)"},
    {"x-range", PlotWord::XRange, false, true, 2, 2, "(x-range least greatest)"},
    {"y-range", PlotWord::YRange, false, true, 2, 2, "(y-range least greatest)"},
    {"bins", PlotWord::Bins, false, true, 1, 1, "(bins n)"},
    {"levels", PlotWord::Levels, false, true, 1, 1, "(levels n)"},
}};

/// Returns a word's row, or null.
inline const PlotWordRow* find_plot_word(std::string_view name) {
  const auto* at = std::ranges::find(plot_words, name, &PlotWordRow::name);
  return at == plot_words.end() ? nullptr : at;
}

} // namespace nova
