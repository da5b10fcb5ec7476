#include "repl/cli/kernel_logo.hpp"
#include "runtime/io/images/image.hpp"
#include <array>
#include <cmath>
#include <cstdio>
#include <numbers>

namespace nova {
namespace {

struct Colour {
  uint8_t red, green, blue;
};

// The logo in a square from -1 to 1. A star of radius r holds the points with sqrt(|x|) + sqrt(|y|) <= sqrt(r): its
// four edges are arcs of parabolas. The small star is turned by an eighth.
constexpr double disc = 0.97, long_rays = 0.86, short_rays = 0.5, core = 0.13;
constexpr Colour night{23, 37, 74}, gold{255, 196, 61}, pale{255, 236, 179}, white{255, 255, 255};

bool in_star(double x, double y, double r) {
  return std::sqrt(std::abs(x)) + std::sqrt(std::abs(y)) <= std::sqrt(r);
}

/// Returns the colour at a point of the disc.
Colour colour_at(double x, double y) {
  constexpr double turn = 1 / std::numbers::sqrt2;
  if (x * x + y * y <= core * core) return white;
  if (in_star(x, y, long_rays)) return pale;
  if (in_star((x + y) * turn, (x - y) * turn, short_rays)) return gold;
  return night;
}

/// Returns a pixel as red, green, blue and opacity: the mean of 8 by 8 points in it.
std::array<uint8_t, 4> pixel_at(int64_t row, int64_t column, int64_t side) {
  constexpr int64_t points = 8;
  int64_t inside = 0, red = 0, green = 0, blue = 0;
  for (int64_t k = 0; k < points * points; ++k) {
    const auto place = [&](int64_t at, int64_t part) {
      return 2 * (static_cast<double>(at * points + part) + 0.5) / static_cast<double>(side * points) - 1;
    };
    const double x = place(column, k % points), y = place(row, k / points);
    if (x * x + y * y > disc * disc) continue;
    const Colour c = colour_at(x, y);
    ++inside, red += c.red, green += c.green, blue += c.blue;
  }
  if (inside == 0) return {};
  const auto mean = [&](int64_t sum) { return static_cast<uint8_t>(sum / inside); };
  return {mean(red), mean(green), mean(blue), static_cast<uint8_t>(255 * inside / (points * points))};
}

std::string fill(Colour c) {
  char text[24];
  std::snprintf(text, sizeof text, "fill=\"#%02x%02x%02x\"", c.red, c.green, c.blue);
  return text;
}

std::string circle(double r, Colour c) {
  char text[64];
  std::snprintf(text, sizeof text, "<circle r=\"%g\" ", r);
  return text + fill(c) + "/>\n";
}

std::string star(double r, Colour c, const char* attributes) {
  char text[128];
  std::snprintf(text, sizeof text, "<path d=\"M0,%g Q0,0 %g,0 Q0,0 0,%g Q0,0 %g,0 Q0,0 0,%g Z\" ", -r, r, r,
                -r, -r);
  return text + fill(c) + attributes + "/>\n";
}

} // namespace

std::string logo_svg() {
  return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-1 -1 2 2\" width=\"64\" height=\"64\">\n" +
         circle(disc, night) + star(short_rays, gold, " transform=\"rotate(45)\"") +
         star(long_rays, pale, "") + circle(core, white) + "</svg>\n";
}

std::string logo_png(int64_t side) {
  constexpr int64_t channels = 4;
  Layouts layouts;
  PrimitiveFill fill(layouts.primitive(Element::U8), side * side * channels);
  uint8_t* at = fill.as<uint8_t>();
  for (int64_t k = 0; k < side * side; ++k)
    for (const uint8_t value : pixel_at(k / side, k % side, side)) *at++ = value;
  StringSink png;
  write_image(png, Array(fill.finish(), 0, {side, side, channels}), ImageFormat::Png);
  return std::move(png.text);
}

} // namespace nova
