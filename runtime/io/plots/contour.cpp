#include "runtime/io/plots/contour.hpp"
#include "runtime/watch.hpp"
#include <array>

namespace nova {

namespace {

struct Corner {
  double x, y, value;
};
struct Point {
  double x, y;
};

Point crossing(const Corner& a, const Corner& b, double level) {
  const double part = (level - a.value) / (b.value - a.value);
  return {a.x + part * (b.x - a.x), a.y + part * (b.y - a.y)};
}

} // namespace

void contour_lines(const PlotGrid& g, double level,
                   const std::function<void(double x0, double y0, double x1, double y1)>& draw) {
  for (size_t r = 0; r + 1 < g.ys.size(); ++r)
    for (size_t c = 0; c + 1 < g.xs.size(); ++c) {
      Watch::poll();
      const auto corner = [&](size_t i, size_t j) { return Corner{g.xs[i], g.ys[j], g.at(i, j)}; };
      const std::array<Corner, 4> around{corner(c, r), corner(c + 1, r), corner(c + 1, r + 1),
                                         corner(c, r + 1)};
      std::array<Point, 4> met{};
      size_t count = 0;
      double sum = 0;
      for (size_t k = 0; k < 4; ++k) {
        const Corner &a = around[k], &b = around[(k + 1) % 4];
        sum += a.value;
        if ((a.value >= level) != (b.value >= level)) met[count++] = crossing(a, b, level);
      }
      if (std::isnan(sum) || count < 2) continue;
      // Of four crossings, those are joined that keep the middle apart from the corners of the other kind.
      const bool turned = count == 4 && (sum / 4 >= level) == (around[0].value >= level);
      const size_t first = turned ? 0 : count == 4 ? 3 : 0;
      for (size_t k = 0; k < count; k += 2) {
        const Point &p = met[(first + k) % count], &q = met[(first + k + 1) % count];
        draw(p.x, p.y, q.x, q.y);
      }
    }
}

} // namespace nova
