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
  uint8_t columns;     ///< that a mark draws at least; 0 if the word draws none
  bool takes_numbers;  ///< its arguments are numbers, not texts
  uint8_t least, most; ///< arguments
  std::string_view usage;
};

inline constexpr std::array<PlotWordRow, 21> plot_words{{
    {"points", PlotWord::Points, 2, false, 0, 2, "(points x y)"},
    {"lines", PlotWord::Lines, 2, false, 0, 2, "(lines x y)"},
    {"bars", PlotWord::Bars, 2, false, 0, 2, "(bars x y)"},
    {"histogram", PlotWord::Histogram, 1, false, 0, 1, "(histogram x)"},
    {"box", PlotWord::Box, 1, false, 0, 2, "(box y) or (box x y)"},
    {"heat-map", PlotWord::HeatMap, 3, false, 0, 3, "(heat-map x y z)"},
    {"contour", PlotWord::Contour, 3, false, 0, 3, "(contour x y z)"},
    {"error-bars", PlotWord::ErrorBars, 3, false, 0, 3, "(error-bars x y error)"},
    {"image", PlotWord::Image, 0, false, 0, 0, "(image)"},
    {"colour", PlotWord::Colour, 0, false, 1, 1, "(colour column)"},
    {"panels", PlotWord::Panels, 0, false, 1, 1, "(panels column)"},
    {"title", PlotWord::Title, 0, false, 1, 1, "(title text)"},
    {"x-label", PlotWord::XLabel, 0, false, 1, 1, "(x-label text)"},
    {"y-label", PlotWord::YLabel, 0, false, 1, 1, "(y-label text)"},
    {"log-x", PlotWord::LogX, 0, false, 0, 0, "(log-x)"},
    {"log-y", PlotWord::LogY, 0, false, 0, 0, "(log-y)"},
    {"size", PlotWord::Size, 0, true, 2, 2, "(size width height)"},
    {"x-range", PlotWord::XRange, 0, true, 2, 2, "(x-range least greatest)"},
    {"y-range", PlotWord::YRange, 0, true, 2, 2, "(y-range least greatest)"},
    {"bins", PlotWord::Bins, 0, true, 1, 1, "(bins n)"},
    {"levels", PlotWord::Levels, 0, true, 1, 1, "(levels n)"},
}};

/// Returns a word's row, or null.
inline const PlotWordRow* find_plot_word(std::string_view name) {
  const auto* at = std::ranges::find(plot_words, name, &PlotWordRow::name);
  return at == plot_words.end() ? nullptr : at;
}

} // namespace nova
