// Reads and writes images as arrays of uint8, or uint16 where the file has 16 bits per value. A gray image has shape (rows, columns), any other (rows, columns,
// channels). Two channels are gray and alpha; three are red, green and blue; four are red, green, blue and alpha.
#pragma once
#include "runtime/array.hpp"
#include "runtime/io/bytes.hpp"

namespace nova {

enum class ImageFormat { Pgm, Ppm, Png };

/// Reads a PGM, PPM (types P2, P3, P5, P6), PNG or JPEG image; the first bytes determine the format. Palettes are expanded.
/// Values of a PGM or PPM with a maximum below 255 are not scaled. Fails with E0504 if the file is malformed, E0505
/// if truncated, E0508 if its colours are those of printers.
Array read_image(ByteSource& source, Layouts& layouts);

/// Returns the format that a path's suffix names (.pgm .ppm .png). Fails with E0509 for other suffixes.
ImageFormat image_format(std::string_view path);

/// Whether an array of bytes has the shape of an image: what is shown as a picture.
bool is_image(const Array& pixels);

/// Writes an array of rank 2 as gray, of rank 3 as colour. Fails with E0509 if the format can't hold such pixels (PGM
/// is gray, PPM has 3 channels).
void write_image(ByteSink& sink, const Array& pixels, ImageFormat format);

} // namespace nova
