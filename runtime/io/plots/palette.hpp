// The colours of plots. Colour-blind people can distinguish them too.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>

namespace nova {

/// Returns the colour of group k: one of Okabe and Ito's eight.
std::string_view group_colour(size_t k);
/// Returns a colour of the gradient viridis, from 0, dark blue, to 1, yellow. Its lightness rises evenly.
std::string gradient_colour(double part);

} // namespace nova
