// Reads and writes text files as vectors of char.
#pragma once
#include "runtime/array.hpp"
#include "runtime/io/bytes.hpp"

namespace nova {

/// Reads all bytes of the source as a vector of char.
Array read_text(ByteSource& source, Layouts& layouts);
void write_text(ByteSink& sink, const Array& chars);

} // namespace nova
