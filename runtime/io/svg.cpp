#include "runtime/io/svg.hpp"
#include "runtime/watch.hpp"
#include <cmath>
#include <cstdio>

namespace nova {

std::string escaped_markup(std::string_view text) {
  std::string out;
  for (const char c : text) switch (c) {
    case '&': out += "&amp;"; break;
    case '<': out += "&lt;"; break;
    case '>': out += "&gt;"; break;
    case '"': out += "&quot;"; break;
    default: out += static_cast<unsigned char>(c) < ' ' && c != '\n' && c != '\t' ? '?' : c;
    }
  return out;
}

std::string pixels(double x) {
  char text[32];
  const double tenths = std::round(x * 10);
  std::snprintf(text, sizeof text, std::fmod(tenths, 10) == 0 ? "%.0f" : "%.1f", (tenths + 0.0) / 10);
  return text;
}

std::optional<std::string> drawn_text(const Array& a) {
  if (a.rank() != 1 || !a.is_primitive() || a.element() != Element::Char) return {};
  std::string text = array_text(a);
  return text.starts_with("<svg ") ? std::optional(std::move(text)) : std::nullopt;
}

Svg::Svg(double width, double height, std::string_view style) {
  const std::string w = pixels(width), h = pixels(height);
  text_ = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + w + "\" height=\"" + h +
          "\" viewBox=\"0 0 " + w + " " + h + "\">\n<style>" + std::string(style) + "</style>\n";
  box(0, 0, width, height, "fill=\"#fff\"");
}

void Svg::open(std::string_view tag, std::string_view attributes) {
  Watch::poll();
  text_ += "<" + std::string(tag);
  if (!attributes.empty()) text_ += " " + std::string(attributes);
}

void Svg::attribute(std::string_view name, double value) {
  text_ += " " + std::string(name) + "=\"" + pixels(value) + "\"";
}

void Svg::line(double x0, double y0, double x1, double y1, std::string_view attributes) {
  open("line", attributes);
  attribute("x1", x0), attribute("y1", y0), attribute("x2", x1), attribute("y2", y1);
  text_ += "/>\n";
}

void Svg::box(double x, double y, double width, double height, std::string_view attributes) {
  open("rect", attributes);
  attribute("x", x), attribute("y", y), attribute("width", width), attribute("height", height);
  text_ += "/>\n";
}

void Svg::dot(double x, double y, double radius, std::string_view attributes) {
  open("circle", attributes);
  attribute("cx", x), attribute("cy", y), attribute("r", radius);
  text_ += "/>\n";
}

void Svg::text(double x, double y, std::string_view attributes, std::string_view words) {
  open("text", attributes);
  attribute("x", x), attribute("y", y);
  text_ += ">" + escaped_markup(words) + "</text>\n";
}

void Svg::path(std::string_view commands, std::string_view attributes) {
  open("path", attributes);
  text_ += " d=\"" + std::string(commands) + "\"/>\n";
}

void Svg::begin_part(double x, double y, double width, double height) {
  open("svg", "");
  attribute("x", x), attribute("y", y), attribute("width", width), attribute("height", height);
  text_ += " viewBox=\"" + pixels(x) + " " + pixels(y) + " " + pixels(width) + " " + pixels(height) + "\">\n";
}

void Svg::image(double x, double y, double width, double height, std::string_view base64) {
  open("image", "preserveAspectRatio=\"none\" style=\"image-rendering:pixelated\"");
  attribute("x", x), attribute("y", y), attribute("width", width), attribute("height", height);
  text_ += " href=\"data:image/png;base64," + std::string(base64) + "\"/>\n";
}

std::string Svg::finish() { return std::move(text_ += "</svg>\n"); }

} // namespace nova
