#include "runtime/io/plot_series.hpp"
#include "runtime/io/describe.hpp"
#include "runtime/io/plots/draw.hpp"
#include <algorithm>
#include <cmath>

namespace nova {
namespace {

constexpr int64_t most_numbers = 4'000'000;

/// Converts a vector of numbers, or of pairs of numbers, to a series. Returns nothing for any other array.
std::optional<PlotSeries> one_series(const Array& a) {
  if (a.rank() != 1) return {};
  if (a.layout()->kind == ColumnKind::Tuple && a.layout()->children.size() == 2) {
    auto xs = numbers_of(a.field(0)), ys = numbers_of(a.field(1));
    if (!xs || !ys) return {};
    return PlotSeries{{}, std::move(*xs), std::move(*ys)};
  }
  int64_t every = 1;
  auto ys = numbers_of(a, &every);
  if (!ys) return {};
  PlotSeries s{{}, std::vector<double>(ys->size()), std::move(*ys)};
  for (size_t i = 0; i < s.xs.size(); ++i) s.xs[i] = static_cast<double>(every) * static_cast<double>(i);
  return s;
}

} // namespace

std::optional<std::vector<double>> numbers_of(const Array& a, int64_t* every) {
  if (!a.is_primitive() || !is_number(a.element())) return {};
  const int64_t step = a.count() / most_numbers + 1;
  if (every) *every = step;
  std::vector<double> out;
  out.reserve(static_cast<size_t>(a.count() / step + 1));
  with_element(a.element(), [&]<class T>(T) {
    const T* const from = a.data<T>();
    for (int64_t i = 0; i < a.count(); i += step) out.push_back(static_cast<double>(from[i]));
  });
  return out;
}

std::optional<std::vector<PlotSeries>> plot_series(const Array& a) {
  if (a.rank() != 1) return {};
  if (auto one = one_series(a)) return std::vector{std::move(*one)};
  const Layout* l = a.layout();
  const bool named = l->kind == ColumnKind::Tuple && l->children.size() == 2 && is_text(l->children[0]);
  if ((named ? l->children[1] : l)->kind != ColumnKind::Rows) return {};
  std::vector<PlotSeries> all;
  for (int64_t k = 0; k < a.length(); ++k) {
    const Value row = a.at(k);
    auto one = one_series((named ? row.items()[1] : row).array());
    if (!one) return {};
    if (named) one->name = array_text(row.items()[0].array());
    all.push_back(std::move(*one));
  }
  return all;
}

size_t unplottable(const std::vector<PlotSeries>& all) {
  size_t n = 0;
  for (const PlotSeries& s : all)
    for (size_t i = 0; i < s.xs.size(); ++i) n += !std::isfinite(s.xs[i]) || !std::isfinite(s.ys[i]);
  return n;
}

std::string left_out_note(size_t n, std::string_view what) {
  return std::to_string(n) + " " + std::string(what) + (n == 1 ? " is" : "s are") +
         " not finite and left out";
}

namespace {

PlotLayer layer_of(const PlotSeries& s) {
  PlotLayer layer{std::ranges::is_sorted(s.xs) ? PlotWord::Lines : PlotWord::Points};
  layer.series = s.name;
  for (const std::vector<double>* numbers : {&s.xs, &s.ys}) layer.columns.emplace_back().numbers = *numbers;
  return layer;
}

} // namespace

std::string svg_plot(const std::vector<PlotSeries>& all) {
  PlotFigure figure;
  size_t points = 0;
  for (const PlotSeries& s : all) figure.layers.push_back(layer_of(s)), points += s.xs.size();
  if (points > unplottable(all)) return figure_svg(figure);
  Svg svg(picture_width, picture_height, picture_style);
  svg.text(picture_width / 2, picture_height / 2, "class=\"x\"", "there is no finite number to plot");
  return svg.finish();
}

} // namespace nova
