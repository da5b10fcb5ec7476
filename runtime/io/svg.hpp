// Pictures as SVG text: what plots and the drawings of plans are made of. Numbers are pixels, the origin is
// above left.
#pragma once
#include <string>
#include <string_view>

namespace nova {

/// A text as it stands in XML and HTML, in attributes too. What no page may hold becomes a question mark.
std::string escaped_markup(std::string_view text);
/// A coordinate: at most one digit behind the point.
std::string pixels(double x);

class Svg {
 public:
  /// `style`: CSS for the classes that the parts name.
  Svg(double width, double height, std::string_view style);
  /// `attributes` are written as they are: `class="axis" fill="#000"`.
  void line(double x0, double y0, double x1, double y1, std::string_view attributes);
  void box(double x, double y, double width, double height, std::string_view attributes);
  void dot(double x, double y, double radius);
  void text(double x, double y, std::string_view attributes, std::string_view words);
  /// A path by its commands, as "M0,0L1,1".
  void path(std::string_view commands, std::string_view attributes);
  void begin_group(std::string_view attributes) { open("g", attributes), text_ += ">\n"; }
  void end_group() { text_ += "</g>\n"; }
  /// What is shown where one points at the group that was begun last.
  void title(std::string_view words) { text_ += "<title>" + escaped_markup(words) + "</title>\n"; }
  /// The whole picture.
  std::string finish();

 private:
  void open(std::string_view tag, std::string_view attributes);
  void attribute(std::string_view name, double value);
  std::string text_;
};

} // namespace nova
