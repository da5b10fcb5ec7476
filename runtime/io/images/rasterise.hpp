// Pictures in SVG as pixels, by the library librsvg where there is one.
#pragma once
#include "runtime/array.hpp"
#include <string_view>

namespace nova {

/// Returns the picture's pixels, a vector#3 uint8 of red, green and blue, as large as the picture says. Fails with E0437 if it
/// can't be drawn, or the library is not installed.
Array rasterised(std::string_view svg, Layouts& layouts);

} // namespace nova
