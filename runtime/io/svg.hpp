// Writes pictures as SVG text, for plots and drawings of plans. Coordinates are pixels from the top left corner.
#pragma once
#include "runtime/array.hpp"
#include <optional>
#include <string>
#include <string_view>

namespace nova {

/// Returns the text escaped for XML and HTML, also for use in attributes. Control characters become question marks,
/// except line feeds and tabs.
std::string escaped_markup(std::string_view text);
/// Returns a coordinate as text, with at most one digit after the decimal point.
std::string pixels(double x);

/// Returns the array's text if it is SVG, as `plot` gives it.
std::optional<std::string> drawn_text(const Array& a);

class Svg {
 public:
  /// `style`: CSS for the classes that the elements use.
  Svg(double width, double height, std::string_view style);
  /// Draws a line. `attributes` are written unchanged; an example is `class="axis" fill="#000"`.
  void line(double x0, double y0, double x1, double y1, std::string_view attributes);
  void box(double x, double y, double width, double height, std::string_view attributes);
  void dot(double x, double y, double radius, std::string_view attributes = {});
  void text(double x, double y, std::string_view attributes, std::string_view words);
  /// Draws a path by SVG's commands, such as "M0,0L1,1".
  void path(std::string_view commands, std::string_view attributes);
  void begin_group(std::string_view attributes) { open("g", attributes), text_ += ">\n"; }
  void end_group() { text_ += "</g>\n"; }
  /// What is drawn until `end_part` is seen inside of this rectangle alone.
  void begin_part(double x, double y, double width, double height);
  void end_part() { text_ += "</svg>\n"; }
  /// Draws a PNG image, whose bytes are given in base64.
  void image(double x, double y, double width, double height, std::string_view base64);
  /// Sets the tooltip of the group that was begun last.
  void title(std::string_view words) { text_ += "<title>" + escaped_markup(words) + "</title>\n"; }
  /// Returns the text of the whole picture.
  std::string finish();

 private:
  void open(std::string_view tag, std::string_view attributes);
  void attribute(std::string_view name, double value);
  std::string text_;
};

} // namespace nova
