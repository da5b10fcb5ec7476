// Drawing of plots and images with characters: braille dots for points, half blocks for images.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace nova {

/// Plots the points (x, y) in `columns` by `rows` characters, and labels the ends of both axes. Points that are not
/// finite are left out. Returns "" if no point is finite.
std::string plot(std::span<const double> xs, std::span<const double> ys, size_t columns, size_t rows);

/// Returns a histogram of the finite numbers, as one line of `columns` block characters. Returns "" if no number is
/// finite.
std::string histogram(std::span<const double> numbers, size_t columns);

struct Pixels {
  size_t rows = 0, columns = 0, channels = 1; ///< channels: 1 for gray, 3 for colours
  std::span<const uint8_t> bytes;
};

/// Draws an image in at most `columns` by `rows` characters. With `colour`, a character shows two pixels, one above
/// the other, in 24-bit colours. Without `colour`, the density of braille dots represents shades of gray.
std::string picture(const Pixels& image, size_t columns, size_t rows, bool colour);

/// Returns a number with four significant digits, for labels.
std::string short_number(double x);

} // namespace nova
