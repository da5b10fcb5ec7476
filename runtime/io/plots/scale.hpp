// Axes: from numbers to places, and round numbers where the ticks stand.
#pragma once
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

namespace nova {

/// A place on an axis that has a label. The number is the axis' own: of a logarithmic one not its logarithm.
struct Tick {
  double at = 0;
  std::string label;
};

enum class ScaleKind : uint8_t { Linear, Log, Time, Categories };

/// An axis. Its ends are widened by numbers that are added. Categories are numbers from 0.
class Scale {
 public:
  explicit Scale(ScaleKind kind = ScaleKind::Linear) : kind_(kind) {}
  ScaleKind kind() const { return kind_; }
  std::vector<std::string> categories{};
  bool reversed = false; ///< whether small numbers stand at the far end

  void add(double x);
  /// Sets the ends, between which all is drawn.
  void limit(double least, double greatest);
  /// Makes the axis longer by a share at both ends. Ends that are equal are moved apart.
  void widen(double share);
  bool is_empty() const { return least_ > greatest_; }
  /// Whether a number stands between the ends.
  bool holds(double x) const;
  /// Returns where a number stands: 0 is the axis' beginning and 1 its end.
  double part(double x) const;
  /// Returns the number that stands at a part of the axis: the inverse of `part`.
  double number_at(double part) const;
  /// Returns ticks in ascending order, about `most` of them at most; of categories all.
  std::vector<Tick> ticks(int most) const;

 private:
  double along(double x) const { return kind_ == ScaleKind::Log ? std::log10(x) : x; }
  std::vector<Tick> linear_ticks(double least, double greatest, int most) const;
  std::vector<Tick> log_ticks(int most) const;
  ScaleKind kind_;
  double least_ = INFINITY, greatest_ = -INFINITY; ///< of a logarithmic axis the ends' logarithms
};

/// Returns the least of 1, 2, 5, 10, 20, .. and their tenths, hundredths .. that is not below x.
double round_step(double x);
/// Returns ticks at round times of day, days, months or years between two times, which are days since 1970.
std::vector<Tick> time_ticks(double least, double greatest, int most);
/// Returns a number as text: six significant digits at most.
std::string number_label(double x);

} // namespace nova
