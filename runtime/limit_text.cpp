#include "runtime/limit_text.hpp"
#include <charconv>
#include <cstdio>

namespace nova {

namespace {

std::optional<double> number_prefix(std::string_view text, std::string_view& rest) {
  double v = 0;
  auto [end, ec] = std::from_chars(text.data(), text.data() + text.size(), v);
  if (ec != std::errc() || !(v >= 0) || v > 9e15) return {};
  rest = text.substr(static_cast<size_t>(end - text.data()));
  return v;
}

} // namespace

std::optional<uint64_t> parse_size(std::string_view text) {
  std::string_view unit;
  auto v = number_prefix(text, unit);
  if (!v) return {};
  constexpr std::pair<std::string_view, double> units[] = {
      {"", 1}, {"B", 1}, {"K", 1024.0}, {"M", 1048576.0}, {"G", 1073741824.0}, {"T", 1099511627776.0}};
  for (auto [name, factor] : units)
    if (unit == name || (unit.size() == 2 && unit[1] == 'B' && unit.substr(0, 1) == name))
      return static_cast<uint64_t>(*v * factor);
  return {};
}

std::optional<std::chrono::milliseconds> parse_duration(std::string_view text) {
  std::string_view unit;
  auto v = number_prefix(text, unit);
  if (!v) return {};
  constexpr std::pair<std::string_view, double> units[] = {
      {"", 1000}, {"s", 1000}, {"ms", 1}, {"m", 60000}, {"h", 3600000}};
  for (auto [name, factor] : units)
    if (unit == name) return std::chrono::milliseconds(static_cast<int64_t>(*v * factor));
  return {};
}

std::string size_text(uint64_t bytes) {
  constexpr const char* units[] = {"bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  double n = static_cast<double>(bytes);
  int unit = 0;
  while (n >= 1024 && unit < 6) n /= 1024, ++unit;
  char text[64];
  if (unit == 0)
    std::snprintf(text, sizeof text, "%llu bytes", static_cast<unsigned long long>(bytes));
  else
    std::snprintf(text, sizeof text, "%.1f %s", n, units[unit]);
  return text;
}

} // namespace nova
