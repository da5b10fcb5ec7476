// Pictures made of characters: braille dots for points, half blocks for images.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace nova {

/// Points (x, y), in a picture of so many characters, with the ends of both axes beside it. Points that are
/// not finite are left out; empty where none is finite.
std::string plot(std::span<const double> xs, std::span<const double> ys, size_t columns, size_t rows);

/// How numbers are distributed, in one line of so many blocks.
std::string histogram(std::span<const double> numbers, size_t columns);

struct Pixels {
  size_t rows = 0, columns = 0, channels = 1; ///< 1 or 3
  std::span<const uint8_t> bytes;
};

/// An image in at most so many characters: each shows two pixels, one above the other, in 24-bit colours;
/// without colour as shades of gray made of dots.
std::string picture(const Pixels& image, size_t columns, size_t rows, bool colour);

/// A number as short as a label needs it.
std::string short_number(double x);

} // namespace nova
