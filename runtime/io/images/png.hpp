// Reads and writes PNG images with libspng.
#pragma once
#include "runtime/array.hpp"
#include "runtime/io/bytes.hpp"

namespace nova {

Array read_png(ByteSource& source, Layouts& layouts);
void write_png(ByteSink& sink, const Array& pixels);

} // namespace nova
