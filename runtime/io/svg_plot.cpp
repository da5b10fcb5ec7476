#include "runtime/io/svg_plot.hpp"
#include "runtime/io/plots/palette.hpp"
#include "runtime/io/plots/thin_line.hpp"
#include "runtime/io/svg.hpp"
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <set>

namespace nova {
namespace {

constexpr double width = 640, height = 400, left = 70, right = 20, top = 20, bottom = 40;

constexpr std::string_view style =
    "text{font:12px sans-serif;fill:#333}.grid{stroke:#ddd}.frame{fill:none;stroke:#666}"
    ".line{fill:none;stroke-width:1.5;stroke-linejoin:round;stroke-linecap:round}.y{text-anchor:end}.x{text-"
    "anchor:middle}"
    ".name,.note{paint-order:stroke;stroke:#fff;stroke-width:4px}";

/// The range of numbers of an axis, and the step between its labels.
struct Axis {
  double least = INFINITY, greatest = -INFINITY, step = 1;
  void add(double x) { least = std::min(least, x), greatest = std::max(greatest, x); }
  /// Sets `step` to a round number (1, 2 or 5 times a power of ten), so that at most `most` steps fit into the range.
  void round(int most) {
    if (greatest - least <= std::abs(greatest) * 1e-12) // all numbers are equal: puts them into the middle
      least -= std::max(1.0, std::abs(least) / 2), greatest += std::max(1.0, std::abs(greatest) / 2);
    const double rough = greatest / most - least / most, power = std::pow(10, std::floor(std::log10(rough)));
    const double part = rough / power;
    step = power * (part <= 1 ? 1 : part <= 2 ? 2 : part <= 5 ? 5 : 10);
  }
  double part(double x) const {
    return (x / 2 - least / 2) / (greatest / 2 - least / 2);
  } // computed from halves, so that no difference overflows
  std::string label(double x) const {
    char text[32];
    const int digits = static_cast<int>(-std::floor(std::log10(step)));
    const double size = std::max(std::abs(least), std::abs(greatest));
    if (size >= 1e6 || digits > 5)
      std::snprintf(text, sizeof text, "%.*g",
                    std::clamp(static_cast<int>(std::floor(std::log10(size))) + digits + 1, 1, 15), x);
    else
      std::snprintf(text, sizeof text, "%.*f", std::max(digits, 0), x);
    return text;
  }
};

class Plot {
 public:
  explicit Plot(const std::vector<PlotSeries>& all) : all_(all), svg_(width, height, style) {}
  std::string draw();

 private:
  bool shows(const PlotSeries& s, size_t i) const { return std::isfinite(s.xs[i]) && std::isfinite(s.ys[i]); }
  double place_x(double x) const { return left + x_.part(x) * (width - left - right); }
  double place_y(double y) const { return height - bottom - y_.part(y) * (height - top - bottom); }
  void axes();
  void line(const PlotSeries& s, std::string_view paint);
  void dots(const PlotSeries& s);
  void legend();

  const std::vector<PlotSeries>& all_;
  Svg svg_;
  Axis x_, y_;
};

std::string Plot::draw() {
  for (const PlotSeries& s : all_)
    for (size_t i = 0; i < s.xs.size(); ++i)
      if (shows(s, i)) x_.add(s.xs[i]), y_.add(s.ys[i]);
  if (x_.least > x_.greatest) {
    svg_.text(width / 2, height / 2, "class=\"x\"", "there is no finite number to plot");
    return svg_.finish();
  }
  x_.round(8), y_.round(6);
  axes();
  for (size_t k = 0; k < all_.size(); ++k) {
    const PlotSeries& s = all_[k];
    const std::string paint(group_colour(k));
    svg_.begin_group("class=\"series\" fill=\"" + paint + "\" stroke=\"none\"");
    if (!s.name.empty()) svg_.title(s.name);
    std::ranges::is_sorted(s.xs) ? line(s, paint) : dots(s);
    svg_.end_group();
  }
  legend();
  if (const size_t n = unplottable(all_))
    svg_.text(left + 6, height - bottom - 6, "class=\"note\"", unplottable_note(n));
  return svg_.finish();
}

void Plot::axes() {
  for (double k = std::ceil(x_.least / x_.step); k * x_.step <= x_.greatest; ++k) {
    const double at = place_x(k * x_.step);
    svg_.line(at, top, at, height - bottom, "class=\"grid\"");
    svg_.text(at, height - bottom + 18, "class=\"x\"", x_.label(k * x_.step));
  }
  for (double k = std::ceil(y_.least / y_.step); k * y_.step <= y_.greatest; ++k) {
    const double at = place_y(k * y_.step);
    svg_.line(left, at, width - right, at, "class=\"grid\"");
    svg_.text(left - 8, at + 4, "class=\"y\"", y_.label(k * y_.step));
  }
  svg_.box(left, top, width - left - right, height - top - bottom, "class=\"frame\"");
}

void Plot::line(const PlotSeries& s, std::string_view paint) {
  ThinLine thin;
  for (size_t i = 0; i < s.xs.size(); ++i)
    shows(s, i) ? thin.add(place_x(s.xs[i]), place_y(s.ys[i])) : thin.interrupt();
  svg_.path(thin.commands(), "class=\"line\" stroke=\"" + std::string(paint) + "\"");
}

/// Draws the series' points as dots, with only one dot where several would cover each other.
void Plot::dots(const PlotSeries& s) {
  std::set<std::pair<int, int>> there;
  for (size_t i = 0; i < s.xs.size(); ++i)
    if (shows(s, i))
      there.emplace(static_cast<int>(std::lround(place_x(s.xs[i]))),
                    static_cast<int>(std::lround(place_y(s.ys[i]))));
  for (const auto& [x, y] : there) svg_.dot(x, y, there.size() > 500 ? 1.5 : 3);
}

void Plot::legend() {
  double y = top + 16;
  for (size_t k = 0; k < all_.size(); ++k) {
    if (all_[k].name.empty()) continue;
    svg_.box(width - right - 18, y - 9, 10, 10, "fill=\"" + std::string(group_colour(k)) + "\"");
    svg_.text(width - right - 24, y, "class=\"y name\"", all_[k].name);
    y += 18;
  }
}

} // namespace

std::string svg_plot(const std::vector<PlotSeries>& all) { return Plot(all).draw(); }

} // namespace nova
