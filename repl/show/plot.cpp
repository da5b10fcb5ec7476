#include "repl/show/plot.hpp"
#include "frontend/source/utf8.hpp"
#include "repl/show/dot_canvas.hpp"
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <vector>

namespace nova {
namespace {

struct Range {
  double least = std::numeric_limits<double>::infinity(), greatest = -least;
  void add(double x) { least = std::min(least, x), greatest = std::max(greatest, x); }
  /// Divides the range into n equal intervals, and returns the index of the interval that contains x.
  size_t step(double x, size_t n) const {
    if (greatest == least) return n / 2;
    const double part = (x / 2 - least / 2) / (greatest / 2 - least / 2); // halves: no overflow
    return std::min(static_cast<size_t>(part * static_cast<double>(n)), n - 1);
  }
};

std::string padded(const std::string& text, size_t width) {
  return std::string(width - std::min(width, text.size()), ' ') + text;
}

} // namespace

std::string short_number(double x) {
  char text[32];
  std::snprintf(text, sizeof text, "%.4g", x);
  return text;
}

std::string plot(std::span<const double> xs, std::span<const double> ys, size_t columns, size_t rows) {
  Range in_x, in_y;
  const auto shows = [&](size_t i) { return std::isfinite(xs[i]) && std::isfinite(ys[i]); };
  for (size_t i = 0; i < xs.size(); ++i)
    if (shows(i)) in_x.add(xs[i]), in_y.add(ys[i]);
  if (in_x.least > in_x.greatest) return "";
  constexpr size_t few = 40; // if there are at most this many points, they are drawn larger
  const size_t side = xs.size() <= few ? 2 : 1;
  const std::string top = short_number(in_y.greatest), bottom = short_number(in_y.least);
  const size_t labels = std::max(top.size(), bottom.size()), left_edge = labels + 2;
  DotCanvas canvas(left_edge + columns, rows, false);
  const auto label = [&](const std::string& text, size_t row) {
    canvas.write(static_cast<int64_t>(labels - text.size()), static_cast<int64_t>(row), text);
  };
  label(top, 0), label(bottom, rows - 1);
  for (size_t r = 0; r < rows; ++r)
    canvas.frame(static_cast<int64_t>(labels + 1), static_cast<int64_t>(r), "│");
  for (size_t i = 0; i < xs.size(); ++i)
    for (size_t k = 0; k < side * side && shows(i); ++k)
      canvas.dot(static_cast<int64_t>(2 * left_edge + in_x.step(xs[i], 2 * columns - side + 1) + k % side),
                 static_cast<int64_t>(4 * rows - 1 - in_y.step(ys[i], 4 * rows - side + 1) - k / side), {});
  const std::string left = short_number(in_x.least), right = short_number(in_x.greatest);
  const size_t between = columns - std::min(columns, left.size());
  return canvas.lines() + padded("", left_edge) + left + padded(right, between) + "\n";
}

std::string histogram(std::span<const double> numbers, size_t columns) {
  Range range;
  for (const double x : numbers)
    if (std::isfinite(x)) range.add(x);
  if (range.least > range.greatest) return "";
  std::vector<size_t> counts(columns);
  for (const double x : numbers)
    if (std::isfinite(x)) ++counts[range.step(x, columns)];
  const size_t most = *std::ranges::max_element(counts);
  std::string out;
  for (const size_t n : counts)
    out += n == 0 ? " " : encode_utf8(0x2581 + static_cast<char32_t>((n * 8 - 1) / most));
  return out;
}

// ---- images ----

namespace {

/// Returns the colour of pixel (x, y) when the image is scaled to `width` by `height` pixels: the mean colour of the
/// image's pixels in that area.
DotColour sample(const Pixels& p, size_t x, size_t y, size_t width, size_t height) {
  const size_t x0 = x * p.columns / width, x1 = std::max(x0 + 1, (x + 1) * p.columns / width);
  const size_t y0 = y * p.rows / height, y1 = std::max(y0 + 1, (y + 1) * p.rows / height);
  size_t sum[3] = {0, 0, 0};
  for (size_t i = y0; i < y1; ++i)
    for (size_t j = x0; j < x1; ++j)
      for (size_t c = 0; c < 3; ++c)
        sum[c] += p.bytes[(i * p.columns + j) * p.channels + (p.channels == 1 ? 0 : c)];
  const size_t n = (y1 - y0) * (x1 - x0);
  return {static_cast<uint8_t>(sum[0] / n), static_cast<uint8_t>(sum[1] / n),
          static_cast<uint8_t>(sum[2] / n)};
}

std::string in_colour(const Pixels& p, size_t width, size_t height) {
  std::string out;
  char code[64];
  for (size_t y = 0; y + 1 < height || y == 0; y += 2) {
    for (size_t x = 0; x < width; ++x) {
      const DotColour a = sample(p, x, y, width, height),
                      b = sample(p, x, std::min(y + 1, height - 1), width, height);
      std::snprintf(code, sizeof code, "\x1b[38;2;%d;%d;%dm\x1b[48;2;%d;%d;%dm", a.r, a.g, a.b, b.r, b.g,
                    b.b);
      out += code + std::string("▀");
    }
    out += "\x1b[0m\n";
  }
  return out;
}

/// Draws the image by braille dots, whose density is its lightness.
std::string in_dots(const Pixels& p, size_t columns, size_t rows) {
  DotCanvas canvas(columns, rows, false);
  for (size_t y = 0; y < rows * 4; ++y)
    for (size_t x = 0; x < columns * 2; ++x)
      canvas.fill(static_cast<int64_t>(x), static_cast<int64_t>(y), sample(p, x, y, columns * 2, rows * 4));
  return canvas.lines();
}

} // namespace

std::string picture(const Pixels& image, size_t columns, size_t rows, bool colour) {
  if (image.rows == 0 || image.columns == 0) return "";
  // A character is twice as high as wide, so half a character is a square pixel. The size keeps the image's
  // proportions.
  size_t width = std::min(columns, image.columns);
  size_t height = std::max<size_t>(1, width * image.rows / image.columns);
  if (height > 2 * rows) height = 2 * rows, width = std::max<size_t>(1, height * image.columns / image.rows);
  return colour ? in_colour(image, width, height)
                : in_dots(image, width, std::max<size_t>(1, (height + 1) / 2));
}

} // namespace nova
