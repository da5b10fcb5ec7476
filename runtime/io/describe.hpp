// Describes types and shapes of arrays in words, for messages about files.
#pragma once
#include "runtime/array.hpp"
#include <string>

namespace nova {

/// Whether elements of this layout are strings: rows of characters.
bool is_text(const Layout* l);
/// Returns the type of an array in words, such as `vector (int, double)` or `vector#2 int`. If `rank` is 0, returns
/// the type of one element, such as `float`.
std::string describe_type(const Layout* element, uint32_t rank);
/// Returns the type of arrays of this rank, of elements of the type `element`.
std::string vector_type(const std::string& element, uint32_t rank);
/// Returns type and shape of an array in words, such as `vector#2 int of 3 x 4`.
std::string describe_array(const Layout* element, std::span<const int64_t> shape);
/// Returns the names with commas between them, 20 at most and the number of others; "none" if there are none.
std::string listed(const std::vector<std::string>& names);

} // namespace nova
