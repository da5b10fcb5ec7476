// A plot as SVG: its frame, and the marks in its panels.
#pragma once
#include "runtime/io/plots/palette.hpp"
#include "runtime/io/plots/prepare.hpp"
#include "runtime/io/svg.hpp"

namespace nova {

constexpr double picture_width = 640, picture_height = 400; ///< unless a figure gives its size
constexpr std::string_view picture_style =
    "text{font:12px sans-serif;fill:#333}.grid{stroke:#e4e4e4}.frame{fill:none;stroke:#666}"
    ".line{fill:none;stroke-width:1.5;stroke-linejoin:round;stroke-linecap:round}.y{text-anchor:end}"
    ".x{text-anchor:middle}.title{font-size:15px;text-anchor:middle}"
    ".note{paint-order:stroke;stroke:#fff;stroke-width:4px}";

/// Where a panel's frame stands, and where numbers on the axes stand in it.
struct PanelPlace {
  double left = 0, top = 0, width = 0, height = 0;
  const PreparedPlot* plot = nullptr;
  double x(double number) const { return left + plot->x.part(number) * width; }
  double y(double number) const { return top + (1 - plot->y.part(number)) * height; }
};

/// Draws what a layer has in a panel.
void draw_marks(Svg& svg, const PanelPlace& place, const PreparedLayer& layer, size_t panel,
                const PlotFigure& figure);

class FigurePicture {
 public:
  FigurePicture(const PlotFigure& figure, const PreparedPlot& plot);
  std::string draw();

 private:
  void set_margins();
  void set_panel_width();
  PanelPlace place(size_t panel) const;
  void grid(const PanelPlace& p, size_t panel);
  void names();
  /// Whether a group has a name.
  bool has_legend() const;
  void legend();
  void shade_legend();

  const PlotFigure& figure_;
  const PreparedPlot& plot_;
  double width_, height_;
  double left_ = 0, right_ = 0, top_ = 0, bottom_ = 0, gap_ = 0,
         head_ = 0; ///< head: the line of a panel's name
  double panel_width_ = 0, panel_height_ = 0;
  size_t panels_ = 1, columns_ = 1, rows_ = 1;
  bool turned_ = false; ///< whether the labels of the x axis are turned, since they are long
  std::vector<Tick> x_ticks_, y_ticks_, shade_ticks_;
  Svg svg_;
};

} // namespace nova
