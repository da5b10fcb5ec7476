// Text files as vectors of char.
#pragma once
#include "runtime/array.hpp"
#include "runtime/io/bytes.hpp"

namespace nova {

/// All bytes of a file.
Array read_text(ByteSource& source, Layouts& layouts);
void write_text(ByteSink& sink, const Array& chars);

} // namespace nova
