// Reads and writes Netpbm's image formats PGM (gray) and PPM (colour).
#pragma once
#include "runtime/array.hpp"
#include "runtime/io/bytes.hpp"

namespace nova {

/// Reads an image of type P2, P3, P5 or P6 with 8 or 16 bits per value. Bytes after the first image are ignored.
Array read_pnm(ByteSource& source, Layouts& layouts);
/// Writes an array of rank 2 as P5, of rank 3 as P6.
void write_pnm(ByteSink& sink, const Array& pixels);

} // namespace nova
