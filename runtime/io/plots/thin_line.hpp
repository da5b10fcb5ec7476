// A line through many points, without those that would not be visible.
#pragma once
#include <string>
#include <utility>

namespace nova {

/// Builds the path of a line. Of the points in one column of pixels it keeps only the first, the lowest, the highest
/// and the last.
class ThinLine {
 public:
  void add(double x, double y);
  /// Ends the current part of the line. A single point becomes a line of length 0, whose round ends are visible.
  void interrupt();
  const std::string& commands() { return interrupt(), text_; }

 private:
  using Point = std::pair<double, double>;
  void flush();
  void put(const Point& p);
  bool column_ = false, begun_ = false, alone_ = false;
  Point first_, low_, high_, last_;
  std::string text_, place_;
};

} // namespace nova
