// What is computed of the columns: bars, bins, quartiles and grids.
#include "runtime/io/plots/prepare.hpp"
#include "runtime/watch.hpp"
#include <algorithm>
#include <set>
#include <tuple>

namespace nova {

namespace {

constexpr double bar_share = 0.8; ///< how much of a category's width its bars and boxes take
constexpr size_t most_cells = 40'000;

/// Places bars or boxes of several groups at one x side by side, unless each x has one group alone.
class SideBySide {
 public:
  SideBySide(const PreparedLayer& l, size_t groups, double width) : width_(width * bar_share) {
    std::map<double, std::set<size_t>> at;
    for (size_t i = 0; i < l.x.size(); ++i) at[l.x[i]].insert(l.group[i]);
    const bool shared = std::ranges::any_of(at, [](const auto& one) { return one.second.size() > 1; });
    if (shared) count_ = std::max<size_t>(groups, 1);
  }
  /// Returns both ends of the place for a group.
  std::pair<double, double> ends(double x, size_t group) const {
    const double part = width_ / static_cast<double>(count_);
    const double left = x - width_ / 2 + part * static_cast<double>(count_ > 1 ? group : 0);
    return {left, left + part};
  }

 private:
  double width_;
  size_t count_ = 1;
};

/// Returns the smallest distance of two different numbers; 1 if there is none.
double least_distance(std::vector<double> x) {
  std::ranges::sort(x);
  double least = INFINITY;
  for (size_t i = 1; i < x.size(); ++i)
    if (x[i] > x[i - 1]) least = std::min(least, x[i] - x[i - 1]);
  return std::isfinite(least) ? least : 1;
}

void make_bars(PreparedPlot& plot, PreparedLayer& l, const PlotFigure& f) {
  if (f.log_y) fail_plot("a bar begins at 0, which no logarithmic axis has: points have none");
  if (plot.y.kind() != ScaleKind::Linear)
    fail_plot("the height of a bar is a number: (bars x y), where y is one");
  const SideBySide side(l, plot.groups.size(), f.log_x ? 0 : least_distance(l.x));
  std::set<std::tuple<size_t, double, size_t>> taken;
  for (size_t i = 0; i < l.x.size(); ++i) {
    Watch::poll();
    if (!taken.emplace(l.panel[i], l.x[i], l.group[i]).second) {
      const bool text = plot.x.kind() == ScaleKind::Categories;
      const std::string x = text ? plot.x.categories[static_cast<size_t>(l.x[i])] : number_label(l.x[i]);
      fail_plot("several rows have the same " + plot.x_name + ", " + x +
                ", and a bar shows one of them: group-aggregate makes one of several");
    }
    auto [left, right] = side.ends(l.x[i], l.group[i]);
    if (f.log_x) left = l.x[i] * 0.9, right = l.x[i] / 0.9;
    l.bars.push_back({l.panel[i], l.group[i], left, right, 0, l.y[i]});
    plot.x.add(left), plot.x.add(right), plot.y.add(0), plot.y.add(l.y[i]);
  }
}

/// Returns the edges of a histogram's bins, equal ones on the axis. Without a number of them they are round, and about
/// as many as the cube root of the numbers asks for (Rice's rule).
std::vector<double> bin_edges(const std::vector<double>& x, const PlotFigure& f) {
  const auto along = [&](double v) { return f.log_x ? std::log10(v) : v; };
  const auto [low, high] = std::ranges::minmax(x);
  double least = along(low), greatest = along(high);
  if (!(greatest > least)) least -= 0.5, greatest += 0.5;
  double count = f.bins.value_or(0), width = (greatest - least) / count;
  if (!f.bins) {
    width = round_step((greatest - least) / (2 * std::cbrt(static_cast<double>(x.size()))) * 0.7);
    least = std::floor(least / width + 1e-9) * width;
    count = std::max(1.0, std::ceil((greatest - least) / width - 1e-9));
    if (least + count * width <= greatest) ++count; // the greatest number stands inside
  }
  std::vector<double> edges;
  for (double k = 0; k <= count; ++k) {
    const double edge = least + k * width;
    edges.push_back(f.log_x ? std::pow(10, edge) : edge);
  }
  return edges;
}

void make_histogram(PreparedPlot& plot, PreparedLayer& l, const PlotFigure& f) {
  if (plot.x.kind() == ScaleKind::Categories)
    fail_plot("a histogram counts numbers, and the column " + plot.x_name + " holds texts: (bars " +
              plot.x_name + " n) of value-counts");
  if (f.bins && !(*f.bins >= 1 && *f.bins <= 10'000)) fail_plot("there are 1 to 10,000 bins");
  if (l.x.empty()) return;
  const std::vector<double> edges = bin_edges(l.x, f);
  const size_t bins = edges.size() - 1;
  std::map<std::pair<size_t, size_t>, std::vector<double>> counts; // by panel and group
  for (size_t i = 0; i < l.x.size(); ++i) {
    Watch::poll();
    const auto above = std::ranges::upper_bound(edges, l.x[i]) - edges.begin();
    const auto bin =
        static_cast<size_t>(std::clamp<std::ptrdiff_t>(above - 1, 0, static_cast<std::ptrdiff_t>(bins) - 1));
    auto& row = counts[{l.panel[i], l.group[i]}];
    row.resize(bins), ++row[bin];
  }
  std::map<size_t, std::vector<double>> heights; // of the groups below, by panel
  for (const auto& [key, row] : counts) {
    auto& below = heights[key.first];
    below.resize(bins);
    for (size_t b = 0; b < bins; ++b) {
      if (row[b] > 0)
        l.bars.push_back({key.first, key.second, edges[b], edges[b + 1], below[b], below[b] + row[b]});
      below[b] += row[b], plot.y.add(below[b]);
    }
  }
  plot.x.add(edges.front()), plot.x.add(edges.back()), plot.y.add(f.log_y ? 0.5 : 0);
  if (plot.y_name.empty()) plot.y_name = "count";
}

double quantile(const std::vector<double>& sorted, double share) {
  const double at = share * static_cast<double>(sorted.size() - 1);
  const auto k = static_cast<size_t>(at);
  const double next = sorted[std::min(k + 1, sorted.size() - 1)];
  return sorted[k] + (at - static_cast<double>(k)) * (next - sorted[k]);
}

PlotBox box_of(std::vector<double> y) {
  std::ranges::sort(y);
  PlotBox b;
  b.first = quantile(y, 0.25), b.median = quantile(y, 0.5), b.third = quantile(y, 0.75);
  const double reach = 1.5 * (b.third - b.first);
  b.low = *std::ranges::lower_bound(y, b.first - reach);
  b.high = *std::prev(std::ranges::upper_bound(y, b.third + reach));
  for (const double v : y)
    if (v < b.low || v > b.high) b.outliers.push_back(v);
  return b;
}

void make_boxes(PreparedPlot& plot, PreparedLayer& l) {
  if (plot.y.kind() == ScaleKind::Categories)
    fail_plot("boxes show numbers, and the column " + plot.y_name + " holds texts");
  std::map<std::tuple<size_t, double, size_t>, std::vector<double>> by;
  for (size_t i = 0; i < l.x.size(); ++i)
    by[{l.panel[i], l.x[i], l.group[i]}].push_back(l.y[i]), plot.y.add(l.y[i]);
  const SideBySide side(l, plot.groups.size(), 1);
  for (auto& [key, y] : by) {
    const auto& [panel, x, group] = key;
    PlotBox box = box_of(std::move(y));
    box.panel = panel, box.group = group;
    std::tie(box.left, box.right) = side.ends(x, group);
    plot.x.add(x), l.boxes.push_back(std::move(box));
  }
}

std::vector<double> different(std::vector<double> x) {
  std::ranges::sort(x);
  x.erase(std::unique(x.begin(), x.end()), x.end());
  return x;
}

/// Returns the place of each number among the sorted ones.
size_t place_in(const std::vector<double>& sorted, double x) {
  return static_cast<size_t>(std::ranges::lower_bound(sorted, x) - sorted.begin());
}

void make_grids(PreparedPlot& plot, PreparedLayer& l) {
  const bool lines = l.layer->mark == PlotWord::Contour;
  for (const size_t panel : std::set<size_t>(l.panel.begin(), l.panel.end())) {
    PlotGrid& g = l.grids[panel];
    g.xs = different(l.x), g.ys = different(l.y);
    if (g.xs.size() * g.ys.size() > most_cells)
      fail_plot("a grid of " + std::to_string(g.xs.size()) + " by " + std::to_string(g.ys.size()) +
                " has too many cells for " + (lines ? "contours" : "a heat map") + ": " +
                std::to_string(most_cells) + " at most");
    g.values.assign(g.xs.size() * g.ys.size(), NAN);
    for (size_t i = 0; i < l.x.size(); ++i)
      if (l.panel[i] == panel) {
        double& cell = g.values[place_in(g.ys, l.y[i]) * g.xs.size() + place_in(g.xs, l.x[i])];
        if (!std::isnan(cell))
          fail_plot("several rows have the same place in the grid, " + plot.x_name + " = " +
                    number_label(l.x[i]) + " and " + plot.y_name + " = " + number_label(l.y[i]));
        cell = l.z[i], plot.shade.add(l.z[i]);
      }
    if (lines && (g.xs.size() < 2 || g.ys.size() < 2))
      fail_plot("contours need a grid of 2 by 2 numbers or more");
  }
  plot.shade_name = l.layer->columns[2].name;
}

/// Widens an axis by the cells around the coordinates of a heat map.
void add_cells(Scale& s, const std::vector<double>& at) {
  if (at.empty()) return;
  const double first = at.size() > 1 ? (at[1] - at[0]) / 2 : 0.5;
  const double last = at.size() > 1 ? (at.back() - at[at.size() - 2]) / 2 : 0.5;
  s.add(at.front() - first), s.add(at.back() + last);
}

} // namespace

void summarise(PreparedPlot& plot, PreparedLayer& l, const PlotFigure& f) {
  const PlotWord mark = l.layer->mark;
  if (mark == PlotWord::Image) {
    plot.x.add(0), plot.x.add(static_cast<double>(l.layer->image->dimension(1)));
    plot.y.add(0), plot.y.add(static_cast<double>(l.layer->image->dimension(0)));
    return;
  }
  for (const double x : l.shade) plot.shade.add(x);
  if (mark == PlotWord::Histogram) return make_histogram(plot, l, f);
  if (mark == PlotWord::Bars) return make_bars(plot, l, f);
  if (mark == PlotWord::Box) return make_boxes(plot, l);
  for (const double x : l.x) plot.x.add(x);
  for (size_t i = 0; i < l.y.size(); ++i) {
    Watch::poll();
    plot.y.add(l.y[i]);
    if (mark == PlotWord::ErrorBars) plot.y.add(l.y[i] - l.z[i]), plot.y.add(l.y[i] + l.z[i]);
  }
  if (mark != PlotWord::HeatMap && mark != PlotWord::Contour) return;
  make_grids(plot, l);
  if (mark == PlotWord::HeatMap)
    for (const auto& [panel, g] : l.grids) add_cells(plot.x, g.xs), add_cells(plot.y, g.ys);
}

} // namespace nova
