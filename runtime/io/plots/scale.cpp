#include "runtime/io/plots/scale.hpp"
#include <algorithm>
#include <chrono>
#include <cstdio>

namespace nova {

namespace {

/// Returns x with the digits that tell numbers apart that are `step` from each other, among numbers up to `size`.
std::string step_label(double x, double step, double size) {
  char text[64];
  const int digits = static_cast<int>(-std::floor(std::log10(step) + 1e-9));
  if (size >= 1e6 || digits > 5) {
    const int precision = static_cast<int>(std::floor(std::log10(size))) + digits + 1;
    std::snprintf(text, sizeof text, "%.*g", std::clamp(precision, 1, 15), x);
  } else {
    std::snprintf(text, sizeof text, "%.*f", std::max(digits, 0), x == 0 ? 0 : x);
  }
  return text;
}

} // namespace

std::string number_label(double x) {
  char text[64];
  std::snprintf(text, sizeof text, "%.6g", x);
  return text;
}

double round_step(double x) {
  const double power = std::pow(10, std::floor(std::log10(x))), part = x / power;
  const double most = 1 + 1e-9; // for what is 1, 2 or 5 but for rounding
  return power * (part <= most ? 1 : part <= 2 * most ? 2 : part <= 5 * most ? 5 : 10);
}

void Scale::add(double x) {
  if (const double at = along(x); std::isfinite(at))
    least_ = std::min(least_, at), greatest_ = std::max(greatest_, at);
}

void Scale::limit(double least, double greatest) { least_ = along(least), greatest_ = along(greatest); }

void Scale::widen(double share) {
  if (greatest_ - least_ <= std::max(std::abs(least_), std::abs(greatest_)) * 1e-12) {
    const double half = kind_ == ScaleKind::Log ? 0.5 : std::max(1.0, std::abs(least_) / 2);
    least_ -= half, greatest_ += half;
    return;
  }
  const double more = (greatest_ / 2 - least_ / 2) * 2 * share; // from halves: the difference may overflow
  if (std::isfinite(more)) least_ -= more, greatest_ += more;
}

bool Scale::holds(double x) const {
  const double at = along(x), slack = (greatest_ / 2 - least_ / 2) * 1e-9;
  return at >= least_ - slack && at <= greatest_ + slack;
}

double Scale::part(double x) const {
  const double part = (along(x) / 2 - least_ / 2) / (greatest_ / 2 - least_ / 2);
  return reversed ? 1 - part : part;
}

double Scale::number_at(double part) const {
  const double p = reversed ? 1 - part : part, at = least_ * (1 - p) + greatest_ * p;
  return kind_ == ScaleKind::Log ? std::pow(10, at) : at;
}

std::vector<Tick> Scale::linear_ticks(double least, double greatest, int most) const {
  std::vector<Tick> out;
  const double step = round_step((greatest / most - least / most));
  const double size = std::max(std::abs(least), std::abs(greatest));
  for (double k = std::ceil(least / step - 1e-9); k * step <= greatest + step * 1e-9; ++k) {
    if (out.size() > 100 || !std::isfinite(k * step)) break;
    out.push_back({k * step, step_label(k * step, step, size)});
  }
  return out;
}

std::vector<Tick> Scale::log_ticks(int most) const {
  const double first = std::ceil(least_ - 1e-9), last = std::floor(greatest_ + 1e-9);
  std::vector<Tick> out;
  if (last - first >= 2) {
    const double every = std::ceil((last - first + 1) / most);
    for (double k = first; k <= last; k += every)
      out.push_back({std::pow(10, k), number_label(std::pow(10, k))});
    return out;
  }
  for (double k = first - 1; k <= last; ++k)
    for (const double digit : {1.0, 2.0, 5.0})
      if (const double x = digit * std::pow(10, k); holds(x)) out.push_back({x, number_label(x)});
  return out.size() >= 2 ? out : linear_ticks(std::pow(10, least_), std::pow(10, greatest_), most);
}

std::vector<Tick> Scale::ticks(int most) const {
  if (is_empty()) return {};
  std::vector<Tick> out;
  switch (kind_) {
  case ScaleKind::Linear: return linear_ticks(least_, greatest_, most);
  case ScaleKind::Log: return log_ticks(most);
  case ScaleKind::Time: return time_ticks(least_, greatest_, most);
  case ScaleKind::Categories:
    for (size_t k = 0; k < categories.size(); ++k) out.push_back({static_cast<double>(k), categories[k]});
  }
  return out;
}

// ---- Times ----

namespace {

using namespace std::chrono;

year_month_day date_of(double day) { return sys_days(days(static_cast<int64_t>(std::floor(day)))); }
double day_of(int64_t months) { // since the year 0
  const int64_t y = months >= 0 ? months / 12 : (months - 11) / 12;
  const year_month_day date{year(static_cast<int>(y)), month(static_cast<unsigned>(months - y * 12 + 1)),
                            day(1)};
  return static_cast<double>(sys_days(date).time_since_epoch().count());
}

std::string time_label(double at, double step) {
  const year_month_day date = date_of(at);
  const auto y = static_cast<int>(date.year());
  const auto m = static_cast<unsigned>(date.month()), d = static_cast<unsigned>(date.day());
  const auto minutes = static_cast<int>(std::lround((at - std::floor(at)) * 1440));
  char text[64];
  if (step >= 365)
    std::snprintf(text, sizeof text, "%04d", y);
  else if (step >= 28)
    std::snprintf(text, sizeof text, "%04d-%02u", y, m);
  else if (step >= 1 || minutes % 1440 == 0)
    std::snprintf(text, sizeof text, "%04d-%02u-%02u", y, m, d);
  else
    std::snprintf(text, sizeof text, "%02d:%02d", minutes / 60, minutes % 60);
  return text;
}

std::vector<Tick> month_ticks(double least, double greatest, int64_t step) {
  std::vector<Tick> out;
  const year_month_day first = date_of(least);
  const int64_t from = static_cast<int>(first.year()) * 12 + static_cast<int>(unsigned(first.month())) - 1;
  const int64_t round = (from >= 0 ? from : from - step + 1) / step * step;
  for (int64_t k = round; day_of(k) <= greatest && out.size() < 100; k += step)
    if (day_of(k) >= least) out.push_back({day_of(k), time_label(day_of(k), step >= 12 ? 365 : 28)});
  return out;
}

} // namespace

std::vector<Tick> time_ticks(double least, double greatest, int most) {
  constexpr double limit = 1e7; // some 27,000 years, which std::chrono knows
  if (std::abs(least) > limit || std::abs(greatest) > limit) return {};
  const double rough = (greatest - least) / most;
  for (const double minutes : {1., 5., 15., 30., 60., 180., 360., 720., 1440., 2880., 10080., 20160.}) {
    const double step = minutes / 1440;
    if (step < rough) continue;
    const double monday = minutes > 2880 ? 4 : 0; // 1970 began on a Thursday
    std::vector<Tick> out;
    for (double k = std::ceil((least - monday) / step - 1e-9); k * step + monday <= greatest; ++k)
      out.push_back({k * step + monday, time_label(k * step + monday, step)});
    return out;
  }
  for (const int64_t months : {1, 3, 6, 12, 24, 60, 120, 240, 600, 1200, 6000, 12000})
    if (static_cast<double>(months) * 30.4 >= rough) return month_ticks(least, greatest, months);
  return month_ticks(least, greatest, 60000);
}

} // namespace nova
