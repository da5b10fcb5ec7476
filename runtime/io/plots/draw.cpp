// The frame of a picture: places of its panels, axes, names and legend.
#include "runtime/io/plots/draw.hpp"
#include "runtime/io/plot_series.hpp"
#include <algorithm>
#include <cmath>

namespace nova {

namespace {

constexpr double letter = 6.8, row = 18, least_side = 100, greatest_side = 10'000;

size_t letters(std::string_view text) {
  return static_cast<size_t>(std::ranges::count_if(text, [](char c) { return (c & 0xc0) != 0x80; }));
}

/// Returns the text with at most so many characters.
std::string shortened(const std::string& text, size_t most) {
  if (letters(text) <= most) return text;
  size_t end = 0;
  for (size_t n = 0; end < text.size(); ++end)
    if ((text[end] & 0xc0) != 0x80 && ++n == most) break;
  return text.substr(0, end) + "\u2026";
}

double text_width(std::string_view text) { return letter * static_cast<double>(letters(text)); }

double widest(const std::vector<Tick>& ticks) {
  double w = 0;
  for (const Tick& t : ticks) w = std::max(w, text_width(t.label));
  return w;
}

void shorten(std::vector<Tick>& ticks, size_t most) {
  for (Tick& t : ticks) t.label = shortened(t.label, most);
}

/// Returns about `most` ticks of an axis, but two where it has so many.
std::vector<Tick> some_ticks(const Scale& s, double most) {
  std::vector<Tick> ticks;
  for (int k = std::max(2, static_cast<int>(most)), end = k + 4; k < end && ticks.size() < 2; ++k)
    ticks = s.ticks(k);
  return ticks;
}

/// Leaves out every second tick until the labels of the others have room.
void thin_out(std::vector<Tick>& ticks, double room) {
  while (ticks.size() > 2 && (widest(ticks) + 8) * static_cast<double>(ticks.size()) > room) {
    std::vector<Tick> fewer;
    for (size_t k = ticks.size() % 2 == 0 ? 1 : 0; k < ticks.size(); k += 2) fewer.push_back(ticks[k]);
    ticks = std::move(fewer);
  }
}

NumberPair picture_size(const PlotFigure& f) {
  const NumberPair size = f.size.value_or(NumberPair{picture_width, picture_height});
  for (const double side : size)
    if (!(side >= least_side && side <= greatest_side))
      fail_plot("the sides of its size are from 100 to 10000");
  return size;
}

} // namespace

FigurePicture::FigurePicture(const PlotFigure& f, const PreparedPlot& plot)
    : figure_(f), plot_(plot), width_(picture_size(f)[0]), height_(picture_size(f)[1]),
      svg_(width_, height_, picture_style) {
  panels_ = std::max<size_t>(1, plot.panels.size());
  columns_ = static_cast<size_t>(std::ceil(std::sqrt(static_cast<double>(panels_))));
  rows_ = (panels_ + columns_ - 1) / columns_;
  set_margins();
}

void FigurePicture::set_margins() {
  const double lines = static_cast<double>(rows_);
  top_ = figure_.title.empty() ? 16 : 40;
  right_ = 16;
  double legend = text_width(plot_.group_name);
  for (const std::string& g : plot_.groups) legend = std::max(legend, text_width(shortened(g, 24)) + 16);
  if (has_legend()) right_ += legend + 14;
  shade_ticks_ = plot_.shade.ticks(6);
  if (!shade_ticks_.empty())
    right_ += std::max(widest(shade_ticks_) + 22, text_width(shortened(plot_.shade_name, 16))) + 14;
  y_ticks_ = some_ticks(plot_.y, (height_ - top_ - 50) / lines / 50);
  shorten(y_ticks_, 20);
  left_ = widest(y_ticks_) + 16 + (plot_.y_name.empty() ? 0 : row);
  gap_ = 14, head_ = plot_.panels.empty() ? 0 : row;
  set_panel_width();
  const bool wide = plot_.x.kind() == ScaleKind::Categories;
  x_ticks_ = some_ticks(plot_.x, panel_width_ / 75);
  shorten(x_ticks_, 20);
  if (!wide) thin_out(x_ticks_, panel_width_);
  const double count = static_cast<double>(x_ticks_.size());
  turned_ = wide && (widest(x_ticks_) + 6) * count > panel_width_;
  if (turned_) { // the first label reaches to the left of its tick
    left_ = std::max(left_, widest(x_ticks_) * 0.82 + 6 - panel_width_ / count / 2);
    set_panel_width();
  }
  bottom_ = 28 + (turned_ ? widest(x_ticks_) * 0.6 : 0) + (plot_.x_name.empty() ? 4 : row);
  panel_height_ = (height_ - top_ - bottom_ - gap_ * (lines - 1)) / lines - head_;
  if (panel_width_ < 20 || panel_height_ < 20)
    fail_plot("its names leave no room for its marks in " + pixels(width_) + " by " + pixels(height_) +
              " pixels: (size width height) gives it more");
}

void FigurePicture::set_panel_width() {
  const double cells = static_cast<double>(columns_);
  panel_width_ = (width_ - left_ - right_ - gap_ * (cells - 1)) / cells;
}

PanelPlace FigurePicture::place(size_t panel) const {
  const size_t column = panel % columns_, row = panel / columns_;
  const auto c = static_cast<double>(column), r = static_cast<double>(row);
  return {left_ + c * (panel_width_ + gap_), top_ + r * (panel_height_ + head_ + gap_) + head_, panel_width_,
          panel_height_, &plot_};
}

std::string FigurePicture::draw() {
  if (!figure_.title.empty())
    svg_.text(width_ / 2, 24, "class=\"title\"",
              shortened(figure_.title, static_cast<size_t>(width_ / letter / 1.25)));
  for (size_t k = 0; k < panels_; ++k) {
    const PanelPlace p = place(k);
    grid(p, k);
    const bool cut = figure_.x_range || figure_.y_range;
    if (cut) svg_.begin_part(p.left, p.top, p.width, p.height);
    for (const PreparedLayer& l : plot_.layers) draw_marks(svg_, p, l, k, figure_);
    if (cut) svg_.end_part();
    svg_.box(p.left, p.top, p.width, p.height, "class=\"frame\"");
    if (!plot_.panels.empty())
      svg_.text(p.left + p.width / 2, p.top - 5, "class=\"x\"",
                shortened(plot_.panels[k], static_cast<size_t>(p.width / letter)));
  }
  names(), legend(), shade_legend();
  if (const size_t n = plot_.left_out)
    svg_.text(left_ + 6, top_ + head_ + 14, "class=\"note\"",
              left_out_note(n, figure_.layers[0].series ? "point" : "row"));
  return svg_.finish();
}

void FigurePicture::grid(const PanelPlace& p, size_t panel) {
  const bool lowest = panel + columns_ >= panels_, leftmost = panel % columns_ == 0;
  for (const Tick& t : x_ticks_) {
    if (!plot_.x.holds(t.at)) continue;
    const double at = p.x(t.at), below = p.top + p.height;
    svg_.line(at, p.top, at, below, "class=\"grid\"");
    if (!lowest) continue;
    const std::string turn =
        "class=\"y\" transform=\"rotate(-35 " + pixels(at + 4) + " " + pixels(below + 14) + ")\"";
    turned_ ? svg_.text(at + 4, below + 14, turn, t.label)
            : svg_.text(at, below + 18, "class=\"x\"", t.label);
  }
  for (const Tick& t : y_ticks_) {
    if (!plot_.y.holds(t.at)) continue;
    const double at = p.y(t.at);
    svg_.line(p.left, at, p.left + p.width, at, "class=\"grid\"");
    if (leftmost) svg_.text(p.left - 8, at + 4, "class=\"y\"", t.label);
  }
}

void FigurePicture::names() {
  const double middle = (left_ + width_ - right_) / 2, across = (top_ + height_ - bottom_) / 2;
  const auto room = [](double side) { return static_cast<size_t>(std::max(side, 60.0) / letter); };
  if (!plot_.x_name.empty())
    svg_.text(middle, height_ - 8, "class=\"x\"", shortened(plot_.x_name, room(width_ - left_)));
  if (!plot_.y_name.empty())
    svg_.text(14, across, "class=\"x\" transform=\"rotate(-90 14 " + pixels(across) + ")\"",
              shortened(plot_.y_name, room(height_ - bottom_)));
}

bool FigurePicture::has_legend() const {
  return std::ranges::any_of(plot_.groups, [](const std::string& name) { return !name.empty(); });
}

void FigurePicture::legend() {
  if (!has_legend()) return;
  const double x = width_ - right_ + 14;
  double y = top_ + 12;
  if (!plot_.group_name.empty()) svg_.text(x, y, "class=\"name\"", plot_.group_name), y += row;
  for (size_t k = 0; k < plot_.groups.size(); ++k, y += row) {
    if (y > height_ - row && k + 1 < plot_.groups.size())
      return svg_.text(x, y, "", "and " + std::to_string(plot_.groups.size() - k) + " more");
    svg_.box(x, y - 9, 10, 10, "fill=\"" + std::string(group_colour(k)) + "\"");
    svg_.text(x + 16, y, "class=\"name\"", shortened(plot_.groups[k], 24));
  }
}

void FigurePicture::shade_legend() {
  if (shade_ticks_.empty()) return;
  constexpr int steps = 24;
  const double x = width_ - right_ + 14, top = !has_legend() ? top_ + 24 : height_ / 2;
  const double tall = std::min(150.0, height_ - bottom_ - top);
  svg_.text(x, top - 10, "class=\"name\"", shortened(plot_.shade_name, 16));
  svg_.begin_group("shape-rendering=\"crispEdges\"");
  for (int k = 0; k < steps; ++k)
    svg_.box(x, top + tall * (steps - 1 - k) / steps, 12, tall / steps + 0.5,
             "fill=\"" + gradient_colour((k + 0.5) / steps) + "\"");
  svg_.end_group();
  for (const Tick& t : shade_ticks_)
    svg_.text(x + 18, top + tall * (1 - plot_.shade.part(t.at)) + 4, "", t.label);
}

std::string figure_svg(const PlotFigure& figure) {
  const PreparedPlot plot = prepare_plot(figure);
  return FigurePicture(figure, plot).draw();
}

} // namespace nova
