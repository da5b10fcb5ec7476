// The portable gray and colour maps of Netpbm.
#pragma once
#include "runtime/array.hpp"
#include "runtime/io/bytes.hpp"

namespace nova {

/// P2, P3, P5 or P6 of 8 bits; what follows the first image is not looked at.
Array read_pnm(ByteSource& source, Layouts& layouts);
/// P5 for rank 2, P6 for rank 3.
void write_pnm(ByteSink& sink, const Array& pixels);

} // namespace nova
