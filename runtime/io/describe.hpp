// Types and shapes in words, for messages about files.
#pragma once
#include "runtime/array.hpp"
#include <string>

namespace nova {

/// `float`, `vector (int, double)`, `vector#2 int`: elements of the layout in `rank` dimensions.
std::string describe_type(const Layout* element, uint32_t rank);
/// `vector#2 int of 3 x 4`: what a file holds.
std::string describe_array(const Layout* element, std::span<const int64_t> shape);

} // namespace nova
