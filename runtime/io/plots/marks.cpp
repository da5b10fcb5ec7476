// What stands in a panel: points, lines, bars, boxes, cells, contours, error bars and images.
#include "runtime/io/base64.hpp"
#include "runtime/io/bytes.hpp"
#include "runtime/io/images/png.hpp"
#include "runtime/io/plots/contour.hpp"
#include "runtime/io/plots/draw.hpp"
#include "runtime/io/plots/thin_line.hpp"
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace nova {

namespace {

constexpr size_t many_points = 500;

std::string filled(std::string_view colour) { return "fill=\"" + std::string(colour) + "\""; }
std::string stroked(std::string_view colour) { return "stroke=\"" + std::string(colour) + "\""; }

/// The rows of a layer in a panel, by group, in their order.
std::map<size_t, std::vector<size_t>> rows_by_group(const PreparedLayer& l, size_t panel) {
  std::map<size_t, std::vector<size_t>> out;
  for (size_t i = 0; i < l.x.size(); ++i)
    if (l.panel[i] == panel) out[l.group[i]].push_back(i);
  return out;
}

/// Begins the marks of a group, whose name is their tooltip.
void begin_marks(Svg& svg, const PanelPlace& p, size_t group, const std::string& attributes) {
  svg.begin_group(attributes);
  const std::vector<std::string>& names = p.plot->groups;
  if (group < names.size() && !names[group].empty()) svg.title(names[group]);
}

/// Draws points, with only one where several would cover each other.
void draw_points(Svg& svg, const PanelPlace& p, const PreparedLayer& l, size_t panel) {
  for (const auto& [group, rows] : rows_by_group(l, panel)) {
    begin_marks(svg, p, group, "class=\"points\" " + filled(group_colour(group)));
    const double radius = rows.size() > many_points ? 1.5 : 3;
    std::set<std::pair<double, double>> there;
    for (const size_t i : rows) {
      const double x = p.x(l.x[i]), y = p.y(l.y[i]);
      if (!l.shade.empty())
        svg.dot(x, y, radius, filled(gradient_colour(p.plot->shade.part(l.shade[i]))));
      else if (there.emplace(std::round(x), std::round(y)).second)
        svg.dot(std::round(x), std::round(y), radius);
    }
    svg.end_group();
  }
}

void draw_lines(Svg& svg, const PanelPlace& p, const PreparedLayer& l, size_t panel) {
  for (const auto& [group, rows] : rows_by_group(l, panel)) {
    ThinLine line;
    for (const size_t i : rows) {
      if (l.gap[i]) line.interrupt();
      line.add(p.x(l.x[i]), p.y(l.y[i]));
    }
    begin_marks(svg, p, group, "class=\"line\" " + stroked(group_colour(group)));
    svg.path(line.commands(), "");
    svg.end_group();
  }
}

/// Draws the rectangle between two corners, given in the axes' numbers.
void draw_box(Svg& svg, const PanelPlace& p, double x0, double y0, double x1, double y1,
              const std::string& attributes) {
  const double left = std::min(p.x(x0), p.x(x1)), top = std::min(p.y(y0), p.y(y1));
  svg.box(left, top, std::abs(p.x(x1) - p.x(x0)), std::abs(p.y(y1) - p.y(y0)), attributes);
}

void draw_bars(Svg& svg, const PanelPlace& p, const PreparedLayer& l, size_t panel, const PlotFigure& f) {
  const double floor = f.log_y ? p.plot->y.number_at(0) : 0;
  svg.begin_group("class=\"bars\" stroke=\"#fff\" stroke-width=\"0.5\"");
  for (const PlotBar& b : l.bars)
    if (b.panel == panel)
      draw_box(svg, p, b.left, f.log_y ? std::max(b.from, floor) : b.from, b.right, b.to,
               filled(group_colour(b.group)));
  svg.end_group();
}

void draw_boxes(Svg& svg, const PanelPlace& p, const PreparedLayer& l, size_t panel) {
  for (const PlotBox& b : l.boxes) {
    if (b.panel != panel) continue;
    const std::string_view colour = group_colour(b.group);
    const double middle = p.x((b.left + b.right) / 2), cap = (p.x(b.right) - p.x(b.left)) / 4;
    svg.begin_group("class=\"quartiles\" fill=\"none\" " + stroked(colour));
    svg.line(middle, p.y(b.low), middle, p.y(b.first), ""),
        svg.line(middle, p.y(b.third), middle, p.y(b.high), "");
    for (const double end : {b.low, b.high}) svg.line(middle - cap, p.y(end), middle + cap, p.y(end), "");
    draw_box(svg, p, b.left, b.first, b.right, b.third, filled(colour) + " fill-opacity=\"0.3\"");
    svg.line(p.x(b.left), p.y(b.median), p.x(b.right), p.y(b.median), "stroke-width=\"2\"");
    for (const double v : b.outliers) svg.dot(middle, p.y(v), 2.5);
    svg.end_group();
  }
}

/// Returns the edges of the cells around ascending coordinates.
std::vector<double> cell_edges(const std::vector<double>& at) {
  if (at.size() < 2) return {at[0] - 0.5, at[0] + 0.5};
  std::vector<double> edges{at[0] - (at[1] - at[0]) / 2};
  for (size_t k = 1; k < at.size(); ++k) edges.push_back(at[k - 1] / 2 + at[k] / 2);
  edges.push_back(at.back() + (at.back() - at[at.size() - 2]) / 2);
  return edges;
}

void draw_cells(Svg& svg, const PanelPlace& p, const PreparedLayer& l, size_t panel) {
  const auto at = l.grids.find(panel);
  if (at == l.grids.end()) return;
  const PlotGrid& g = at->second;
  const std::vector<double> xs = cell_edges(g.xs), ys = cell_edges(g.ys);
  svg.begin_group("class=\"cells\" shape-rendering=\"crispEdges\"");
  for (size_t r = 0; r < g.ys.size(); ++r)
    for (size_t c = 0; c < g.xs.size(); ++c)
      if (!std::isnan(g.at(c, r)))
        draw_box(svg, p, xs[c], ys[r], xs[c + 1], ys[r + 1],
                 filled(gradient_colour(p.plot->shade.part(g.at(c, r)))));
  svg.end_group();
}

void draw_contours(Svg& svg, const PanelPlace& p, const PreparedLayer& l, size_t panel, const PlotFigure& f) {
  const auto at = l.grids.find(panel);
  if (at == l.grids.end()) return;
  const Scale& shade = p.plot->shade;
  const double levels = f.levels.value_or(0);
  if (f.levels && !(levels >= 1 && levels <= 100)) fail_plot("there are 1 to 100 levels");
  std::vector<double> all;
  for (double k = 1; k <= levels; ++k) all.push_back(shade.number_at(k / (levels + 1)));
  if (!f.levels)
    for (const Tick& t : shade.ticks(10)) all.push_back(t.at);
  for (const double level : all) {
    std::string path;
    contour_lines(at->second, level, [&](double x0, double y0, double x1, double y1) {
      path += "M" + pixels(p.x(x0)) + "," + pixels(p.y(y0)) + "L" + pixels(p.x(x1)) + "," + pixels(p.y(y1));
    });
    if (!path.empty()) svg.path(path, "class=\"line\" " + stroked(gradient_colour(shade.part(level))));
  }
}

void draw_error_bars(Svg& svg, const PanelPlace& p, const PreparedLayer& l, size_t panel,
                     const PlotFigure& f) {
  constexpr double cap = 4;
  for (const auto& [group, rows] : rows_by_group(l, panel)) {
    svg.begin_group("class=\"errors\" " + stroked(group_colour(group)) + " " + filled(group_colour(group)));
    for (const size_t i : rows) {
      const double x = p.x(l.x[i]), high = p.y(l.y[i] + l.z[i]);
      const double least = l.y[i] - l.z[i], low = f.log_y && least <= 0 ? p.top + p.height : p.y(least);
      svg.line(x, low, x, high, "");
      for (const double end : {low, high}) svg.line(x - cap, end, x + cap, end, "");
      svg.dot(x, p.y(l.y[i]), 2.5);
    }
    svg.end_group();
  }
}

void draw_image(Svg& svg, const PanelPlace& p, const Array& pixels_of) {
  StringSink png;
  write_png(png, pixels_of);
  svg.image(p.left, p.top, p.width, p.height, base64(png.text));
}

} // namespace

void draw_marks(Svg& svg, const PanelPlace& p, const PreparedLayer& l, size_t panel, const PlotFigure& f) {
  switch (l.layer->mark) {
  case PlotWord::Points: return draw_points(svg, p, l, panel);
  case PlotWord::Lines: return draw_lines(svg, p, l, panel);
  case PlotWord::Bars:
  case PlotWord::Histogram: return draw_bars(svg, p, l, panel, f);
  case PlotWord::Box: return draw_boxes(svg, p, l, panel);
  case PlotWord::HeatMap: return draw_cells(svg, p, l, panel);
  case PlotWord::Contour: return draw_contours(svg, p, l, panel, f);
  case PlotWord::ErrorBars: return draw_error_bars(svg, p, l, panel, f);
  case PlotWord::Image: return draw_image(svg, p, *l.layer->image);
  default: return; // the other words draw nothing
  }
}

} // namespace nova
