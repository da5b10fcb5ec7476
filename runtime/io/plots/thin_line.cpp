#include "runtime/io/plots/thin_line.hpp"
#include "runtime/io/svg.hpp"
#include <cmath>

namespace nova {

void ThinLine::add(double x, double y) {
  if (column_ && std::floor(x) != std::floor(first_.first)) flush();
  if (!column_) column_ = true, first_ = low_ = high_ = {x, y};
  last_ = {x, y};
  if (y < low_.second) low_ = last_;
  if (y > high_.second) high_ = last_;
}

void ThinLine::interrupt() {
  flush();
  if (begun_ && alone_) text_ += "h0";
  begun_ = false;
}

void ThinLine::flush() {
  if (!column_) return;
  const bool low_first = low_.first <= high_.first;
  for (const Point& p : {first_, low_first ? low_ : high_, low_first ? high_ : low_, last_}) put(p);
  column_ = false;
}

void ThinLine::put(const Point& p) {
  const std::string place = pixels(p.first) + "," + pixels(p.second);
  if (begun_ && place == place_) return;
  text_ += (begun_ ? "L" : "M") + place, place_ = place, alone_ = !begun_, begun_ = true;
}

} // namespace nova
