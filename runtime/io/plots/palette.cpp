#include "runtime/io/plots/palette.hpp"
#include <algorithm>
#include <cmath>
#include <cstdio>

namespace nova {

std::string_view group_colour(size_t k) {
  constexpr std::string_view all[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                      "#e69f00", "#56b4e9", "#000",    "#f0e442"};
  return all[k % std::size(all)];
}

std::string gradient_colour(double part) {
  constexpr int stops[][3] = {{0x44, 0x01, 0x54}, {0x48, 0x28, 0x78}, {0x3e, 0x49, 0x89}, {0x31, 0x68, 0x8e},
                              {0x26, 0x82, 0x8e}, {0x1f, 0x9e, 0x89}, {0x35, 0xb7, 0x79}, {0x6e, 0xce, 0x58},
                              {0xb5, 0xde, 0x2b}, {0xfd, 0xe7, 0x25}};
  constexpr int last = static_cast<int>(std::size(stops)) - 1;
  const double at = std::clamp(std::isnan(part) ? 0 : part, 0.0, 1.0) * last;
  const int k = std::min(static_cast<int>(at), last - 1);
  unsigned mixed[3];
  for (int c = 0; c < 3; ++c)
    mixed[c] = static_cast<unsigned>(std::lround(stops[k][c] + (at - k) * (stops[k + 1][c] - stops[k][c])));
  char text[16];
  std::snprintf(text, sizeof text, "#%02x%02x%02x", mixed[0], mixed[1], mixed[2]);
  return text;
}

} // namespace nova
