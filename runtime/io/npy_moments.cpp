#include "runtime/io/npy_moments.hpp"
#include "runtime/fault.hpp"
#include <chrono>
#include <limits>
#include <optional>

namespace nova {

namespace {

constexpr int64_t micros_in_day = 86'400'000'000;

/// How many microseconds a unit has, as a fraction.
struct UnitSize {
  std::string_view unit;
  int64_t micros, divisor = 1;
};
constexpr UnitSize sizes[] = {{"W", 7 * micros_in_day},
                              {"D", micros_in_day},
                              {"h", 3'600'000'000},
                              {"m", 60'000'000},
                              {"s", 1'000'000},
                              {"ms", 1'000},
                              {"us", 1},
                              {"ns", 1, 1'000}};

/// Returns the days from 1970-01-01 to the first day of the n-th month after January 1970.
std::optional<int64_t> days_of_month(int64_t n) {
  using namespace std::chrono;
  constexpr int64_t most_years = 30'000; // of the calendar's type
  if (n < -12 * most_years || n > 12 * most_years) return {};
  const int64_t years = (n - ((n % 12 + 12) % 12)) / 12;
  const auto first =
      year(static_cast<int>(1970 + years)) / month(static_cast<unsigned>(n - 12 * years + 1)) / 1;
  return sys_days(first).time_since_epoch().count();
}

/// Returns n * factor / divisor if that is a whole number of 64 bits.
std::optional<int64_t> scaled(int64_t n, int64_t factor, int64_t divisor) {
  const __int128 all = static_cast<__int128>(n) * factor;
  const __int128 quotient = all / divisor;
  if (all % divisor != 0 || quotient != static_cast<int64_t>(quotient)) return {};
  return static_cast<int64_t>(quotient);
}

/// Returns n units as days or microseconds.
std::optional<int64_t> converted(int64_t n, const NpyMoment& m, bool days) {
  const auto units = scaled(n, m.count, 1);
  if (!units) return {};
  if (m.unit == "Y" || m.unit == "M") {
    const auto months = scaled(*units, m.unit == "Y" ? 12 : 1, 1);
    const auto day = months ? days_of_month(*months) : std::nullopt;
    return day && !days ? scaled(*day, micros_in_day, 1) : day;
  }
  for (const UnitSize& s : sizes)
    if (s.unit == m.unit) return scaled(*units, s.micros, days ? s.divisor * micros_in_day : s.divisor);
  return {};
}

} // namespace

std::string text_of(const NpyMoment& moment) {
  return "datetime64[" + (moment.count == 1 ? "" : std::to_string(moment.count)) + moment.unit + "]";
}

void convert_moments(const ByteSource& source, const NpyMoment& moment, CsvKind kind, size_t field,
                     std::span<int64_t> numbers) {
  const bool days = kind == CsvKind::Date;
  for (size_t k = 0; k < numbers.size(); ++k) {
    const bool missing = numbers[k] == std::numeric_limits<int64_t>::min();
    const auto n = missing ? std::nullopt : converted(numbers[k], moment, days);
    if (!n)
      fail("E0517",
           {source.name(), std::to_string(field), std::to_string(k),
            missing ? std::string("NaT, a moment that is missing, is no ") + (days ? "Date" : "Datetime")
                    : "the moment is no whole number of " + std::string(days ? "days" : "microseconds") +
                          " that an int holds"});
    numbers[k] = *n;
  }
}

} // namespace nova
