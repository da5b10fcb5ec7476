// Images as arrays of uint8: (rows, columns) for gray, (rows, columns, channels) for others: 2 are gray and
// alpha, 3 red, green and blue, 4 these and alpha.
#pragma once
#include "runtime/array.hpp"
#include "runtime/io/bytes.hpp"

namespace nova {

enum class ImageFormat { Pgm, Ppm, Png };

/// Reads a PGM, PPM (P2 P3 P5 P6) or PNG image, told apart by its first bytes. Palettes are expanded; the
/// values of a PGM or PPM whose greatest is below 255 are kept. E0504 malformed, E0505 truncated, E0508 16
/// bits.
Array read_image(ByteSource& source, Layouts& layouts);

/// The format that a path's ending names (.pgm .ppm .png). E0509 for others.
ImageFormat image_format(std::string_view path);

/// Has it pixels that a PNG image can hold?
bool is_image(const Array& pixels);

/// Writes rank 2 as gray, rank 3 as colour. E0509 where the format has no such pixels (PGM is gray, PPM has 3
/// channels).
void write_image(ByteSink& sink, const Array& pixels, ImageFormat format);

} // namespace nova
