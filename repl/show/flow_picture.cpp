#include "repl/show/flow_picture.hpp"
#include "repl/show/flow_layout.hpp"
#include "runtime/io/svg.hpp"
#include <algorithm>
#include <cmath>

namespace nova {
namespace {

constexpr double margin = 16;

constexpr std::string_view style =
    "text{font:12px sans-serif;fill:#222}.name{font-weight:bold;font-size:13px}.code{font:11px "
    "monospace;fill:#444}"
    ".said{fill:#666}.label{font-size:11px;fill:#555;paint-order:stroke;stroke:#fff;stroke-width:4px}"
    ".kernel rect{fill:#e8f1fb;stroke:#0072b2}.input rect{fill:#f4f4f4;stroke:#888}"
    ".result rect{fill:#e6f5ec;stroke:#009e73}.group>rect{fill:#fff8e8;stroke:#e69f00}"
    ".flow{fill:none;stroke:#667}.head{fill:#667}";

std::string_view class_of(plan::FlowNode::Kind k) {
  constexpr std::string_view names[] = {"input", "kernel", "group", "result"};
  return names[k];
}

class Picture {
 public:
  Picture(double width, double height) : svg_(width, height, style) {}

  void words(double& y, std::string_view kind, const std::vector<std::string>& lines) {
    for (const std::string& l : lines)
      svg_.text(margin, y += flow_row, "class=\"" + std::string(kind) + "\"", l);
  }

  void layout(const FlowLayout& all, double x, double y) {
    for (const FlowLine& l : all.lines) line(l, x, y);
    for (const FlowBox& b : all.boxes)
      if (b.node) box(b, x + b.x, y + b.y);
    for (const FlowLine& l : all.lines) label(l, x, y);
  }
  std::string finish() { return svg_.finish(); }

 private:
  void box(const FlowBox& b, double x, double y) {
    svg_.begin_group("class=\"" + std::string(class_of(b.node->kind)) + "\"");
    if (!b.node->text.empty()) svg_.title(b.node->text);
    svg_.box(x, y, b.width, b.height, "rx=\"4\"");
    const double at = x + flow_padding;
    double row = y + 2;
    svg_.text(at, row += flow_row, "class=\"name\"", b.node->title);
    if (!b.node->size.empty()) svg_.text(at, row += flow_row, "class=\"size\"", b.node->size);
    for (const std::string& line : b.code) svg_.text(at, row += flow_row, "class=\"code\"", line);
    for (const FlowLayout& in : b.inside) layout(in, x + (b.width - in.width) / 2, row + flow_padding / 2);
    svg_.end_group();
  }

  /// Returns an edge's thickness in pixels: 1 for a byte, and one more pixel for each factor of 100 in the bytes that
  /// the edge carries.
  static double thickness(uint64_t bytes) {
    return 1 + std::log10(static_cast<double>(std::max<uint64_t>(bytes, 1))) / 2;
  }

  void line(const FlowLine& l, double x, double y) {
    std::string way;
    for (size_t k = 0; k + 1 < l.points.size(); ++k) {
      const auto [x0, y0] = l.points[k];
      const auto [x1, y1] = l.points[k + 1];
      const std::string to = pixels(x + x1) + "," + pixels(y + y1), bend = pixels(y + (y0 + y1) / 2);
      if (k == 0) way += "M" + pixels(x + x0) + "," + pixels(y + y0);
      way +=
          k % 2 ? "L" + to : "C" + pixels(x + x0) + "," + bend + " " + pixels(x + x1) + "," + bend + " " + to;
    }
    svg_.path(way, "class=\"flow\" stroke-width=\"" + pixels(thickness(l.edge->bytes)) + "\"");
    const auto [end_x, end_y] = l.points.back();
    svg_.path("M" + pixels(x + end_x) + "," + pixels(y + end_y) + "l-5,-8h10z", "class=\"head\"");
  }

  void label(const FlowLine& l, double x, double y) {
    double row = y + l.points[0].second + 2;
    for (const std::string& part : l.label)
      svg_.text(x + l.points[0].first - static_cast<double>(part.size()) * 3, row += flow_row - 2,
                "class=\"label\"", part);
  }

  Svg svg_;
};

} // namespace

std::string flow_picture(const std::vector<ToldForm>& forms) {
  std::vector<FlowLayout> layouts;
  double width = 300, height = margin;
  for (const ToldForm& f : forms) {
    const FlowLayout& l = layouts.emplace_back(lay_out(f.flow));
    width = std::max({width, l.width, text_width(f.source), text_width(f.told)});
    height += l.height + flow_row * static_cast<double>(f.source.size() + f.told.size() + 1);
  }
  if (forms.empty()) height += 2 * flow_row;
  Picture picture(width + 2 * margin, height);
  double y = margin / 2;
  if (forms.empty()) picture.words(y, "said", {"there is no array expression with kernels"});
  for (size_t k = 0; k < forms.size(); ++k) {
    picture.words(y, "code", forms[k].source), picture.words(y, "said", forms[k].told);
    picture.layout(layouts[k], margin + (width - layouts[k].width) / 2, y);
    y += layouts[k].height + flow_row;
  }
  return picture.finish();
}

} // namespace nova
