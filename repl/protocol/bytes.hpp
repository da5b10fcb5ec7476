// Bytes in protocols: base64, and writing to a client's descriptor.
#pragma once
#include "runtime/io/base64.hpp"

namespace nova::protocol {

using nova::base64, nova::from_base64;

/// Writes all bytes to a descriptor. Returns false if its reader is gone, or on another error.
bool write_all(int descriptor, std::string_view bytes);

} // namespace nova::protocol
