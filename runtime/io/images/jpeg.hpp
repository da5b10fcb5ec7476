// Reads JPEG images with libjpeg-turbo.
#pragma once
#include "runtime/array.hpp"
#include "runtime/io/bytes.hpp"

namespace nova {

/// Reads an image as gray or as red, green and blue, whatever colours the file stores for these.
Array read_jpeg(ByteSource& source, Layouts& layouts);

} // namespace nova
