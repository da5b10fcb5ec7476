#include "runtime/io/csv/moments.hpp"
#include "runtime/scalar_text.hpp"
#include <algorithm>
#include <cstdlib>

namespace nova {

namespace {

constexpr int64_t micros_of_day = 86'400'000'000;
constexpr int64_t first_day = -719'162, last_day = 2'932'896; // of the years 1 and 9999

int64_t floor_over(int64_t a, int64_t b) { return a / b - (a % b < 0); }

/// Returns the number that n digits spell from an index on; -1 where there are others than digits, or too few.
int digits_at(std::string_view text, size_t from, size_t n) {
  if (from + n > text.size()) return -1;
  int value = 0;
  for (const char c : text.substr(from, n)) {
    if (c < '0' || c > '9') return -1;
    value = 10 * value + (c - '0');
  }
  return value;
}

int days_in_month(int year, int month) {
  const bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
  if (month == 2) return leap ? 29 : 28;
  return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
}

/// Hinnant's algorithm: the days from 1970-01-01.
int64_t days_of_civil(int64_t year, int month, int day) {
  const int64_t y = month <= 2 ? year - 1 : year, era = floor_over(y, 400), in_era = y - era * 400;
  const int64_t in_year = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
  return era * 146097 + in_era * 365 + in_era / 4 - in_era / 100 + in_year - 719468;
}

/// Returns the microseconds of a time like 12:30, 12:30:01 or 12:30:01.25; -1 if the text is none.
int64_t clock_micros(std::string_view text) {
  const size_t n = text.size();
  const int h = digits_at(text, 0, 2), m = digits_at(text, 3, 2), s = n == 5 ? 0 : digits_at(text, 6, 2);
  const bool shape = n >= 5 && text[2] == ':' && (n == 5 || (n >= 8 && text[5] == ':')) &&
                     (n <= 8 || (n > 9 && text[8] == '.'));
  if (!shape || h < 0 || h > 23 || m < 0 || m > 59 || s < 0 || s > 59) return -1;
  int64_t fraction = 0;
  for (size_t k = 9; k < std::max<size_t>(n, 15); ++k) {
    const int digit = k < n ? digits_at(text, k, 1) : 0;
    if (digit < 0 && n > 9) return -1;
    if (k < 15) fraction = 10 * fraction + digit;
  }
  return 1'000'000 * (3600 * int64_t{h} + 60 * m + s) + (n > 9 ? fraction : 0);
}

/// Returns the minutes by which a time with this zone is ahead of UTC: none, Z, +02, +0200 or +02:00.
std::optional<int64_t> zone_minutes(std::string_view text) {
  const size_t n = text.size();
  if (n == 0 || text == "Z" || text == "z") return 0;
  const bool colon = n == 6 && text[3] == ':';
  const int h = digits_at(text, 1, 2), m = n == 3 ? 0 : digits_at(text, colon ? 4 : 3, 2);
  if (!(n == 3 || n == 5 || colon) || h < 0 || h > 23 || m < 0 || m > 59) return {};
  if (text[0] != '+' && text[0] != '-') return {};
  return text[0] == '+' ? 60 * h + m : -(60 * h + m);
}

void append_padded(std::string& out, int64_t n, size_t digits) {
  std::string text;
  append_number(text, std::abs(n));
  if (n < 0) out += '-';
  out.append(digits > text.size() ? digits - text.size() : 0, '0') += text;
}

/// Reads a duration's text from the left, and adds up its parts.
class DurationReader {
 public:
  explicit DurationReader(std::string_view text) : text_(text) {
    negative_ = take('-');
    if (!negative_) take('+');
  }
  std::optional<int64_t> iso() {
    if (!take('P')) return {};
    part('W', 604'800), part('D', 86'400);
    if (take('T')) {
      const bool hours = part('H', 3'600), minutes = part('M', 60), seconds = part('S', 1);
      if (!hours && !minutes && !seconds) return {};
    }
    return sum();
  }
  std::optional<int64_t> clock() {
    if (part(' ', 86'400) && !(word("days") || word("day"))) return {};
    if (any_ && text_.empty()) return sum();
    if (any_ && !take(' ')) return {};
    any_ = false;
    if (!part(':', 3'600)) return {};
    if (text_.size() < 2 || digits_at(text_, 0, 2) < 0 || digits_at(text_, 0, 2) > 59) return {};
    add(digits_at(text_, 0, 2), 60), text_.remove_prefix(2);
    if (text_.empty()) return sum();
    if (!take(':') || digits_at(text_, 0, 2) < 0 || digits_at(text_, 0, 2) > 59) return {};
    if (text_.size() > 2 && text_[2] != '.') return {};
    return part('\0', 1) ? sum() : std::nullopt;
  }

 private:
  bool take(char c) {
    if (text_.empty() || text_[0] != c) return false;
    return text_.remove_prefix(1), true;
  }
  bool word(std::string_view w) {
    if (!text_.starts_with(w)) return false;
    return text_.remove_prefix(w.size()), true;
  }
  void add(int64_t count, int64_t seconds) {
    int64_t n = 0;
    bad_ |= __builtin_mul_overflow(count, seconds * 1'000'000, &n) ||
            __builtin_add_overflow(sum_, negative_ ? -n : n, &sum_);
  }
  /// Reads a number before a unit, or at the end where the unit is '\0'. Seconds alone may have a fraction. Returns whether
  /// there was such a part; if not, nothing is taken.
  bool part(char unit, int64_t seconds) {
    size_t at = 0;
    int64_t count = 0, micros = 0, place = 100'000;
    bool large = false;
    for (; digits_at(text_, at, 1) >= 0; ++at)
      large |= __builtin_mul_overflow(count, 10, &count) ||
               __builtin_add_overflow(count, digits_at(text_, at, 1), &count);
    if (at == 0) return false;
    if (seconds == 1 && at < text_.size() && text_[at] == '.')
      for (++at; digits_at(text_, at, 1) >= 0; ++at, place /= 10) micros += digits_at(text_, at, 1) * place;
    if (unit == '\0' ? at != text_.size() : at >= text_.size() || text_[at] != unit) return false;
    text_.remove_prefix(at + (unit == '\0' ? 0 : 1)), any_ = true, bad_ |= large;
    add(count, seconds);
    bad_ |= __builtin_add_overflow(sum_, negative_ ? -micros : micros, &sum_);
    return true;
  }
  std::optional<int64_t> sum() const {
    return any_ && !bad_ && text_.empty() ? std::optional(sum_) : std::nullopt;
  }

  std::string_view text_;
  int64_t sum_ = 0;
  bool negative_ = false, any_ = false, bad_ = false;
};

} // namespace

std::optional<int64_t> duration_of_text(std::string_view text) {
  const auto iso = DurationReader(text).iso();
  return iso ? iso : DurationReader(text).clock();
}

bool is_iso_duration(std::string_view text) { return DurationReader(text).iso().has_value(); }

void append_duration(std::string& out, int64_t micros) {
  uint64_t left = micros < 0 ? 0 - static_cast<uint64_t>(micros) : static_cast<uint64_t>(micros);
  out += micros < 0 ? "-P" : "P";
  const auto part = [&](uint64_t size, char unit) {
    if (left >= size) append_number(out, static_cast<int64_t>(left / size)), out += unit, left %= size;
  };
  part(86'400'000'000, 'D');
  if (left == 0 && micros != 0) return;
  out += 'T', part(3'600'000'000, 'H'), part(60'000'000, 'M');
  if (left == 0 && micros != 0) return;
  append_number(out, static_cast<int64_t>(left / 1'000'000));
  if (left % 1'000'000 != 0) {
    std::string fraction;
    append_padded(fraction, static_cast<int64_t>(left % 1'000'000), 6);
    out += '.', out += fraction.substr(0, fraction.find_last_not_of('0') + 1);
  }
  out += 'S';
}

std::optional<int64_t> parse_date(std::string_view text) {
  if (text.size() != 10 || text[4] != '-' || text[7] != '-') return {};
  const int y = digits_at(text, 0, 4), m = digits_at(text, 5, 2), d = digits_at(text, 8, 2);
  if (y < 1 || m < 1 || m > 12 || d < 1 || d > days_in_month(y, m)) return {};
  return days_of_civil(y, m, d);
}

std::optional<int64_t> parse_datetime(std::string_view text) {
  const auto days = parse_date(text.substr(0, 10));
  if (!days) return {};
  if (text.size() == 10) return *days * micros_of_day;
  if (text[10] != 'T' && text[10] != 't' && text[10] != ' ') return {};
  const std::string_view rest = text.substr(11);
  const size_t until = std::min(rest.find_first_of("Zz+-"), rest.size());
  const int64_t micros = clock_micros(rest.substr(0, until));
  const auto minutes = zone_minutes(rest.substr(until));
  if (micros < 0 || !minutes) return {};
  return *days * micros_of_day + micros - 60'000'000 * *minutes;
}

namespace {

struct Civil {
  int64_t year, month, day;
};

/// Hinnant's algorithm: the date so many days after 1970-01-01. The year is 1 to 9999.
Civil civil_of_days(int64_t days) {
  const int64_t z = days + 719468, era = floor_over(z, 146097), in_era = z - era * 146097;
  const int64_t y = (in_era - in_era / 1460 + in_era / 36524 - in_era / 146096) / 365;
  const int64_t in_year = in_era - (365 * y + y / 4 - y / 100), m = (5 * in_year + 2) / 153;
  const int64_t month = m < 10 ? m + 3 : m - 9;
  return {y + era * 400 + (month <= 2), month, in_year - (153 * m + 2) / 5 + 1};
}

bool has_four_digits(int64_t days) { return days >= first_day && days <= last_day; }

/// Appends hours, minutes and seconds, each with a blank before it.
void append_clock_form(std::string& out, int64_t micros) {
  out += ' ', append_number(out, micros / 3'600'000'000);
  out += ' ', append_number(out, micros / 60'000'000 % 60);
  out += ' ', out += scalar_text(Value::of(static_cast<double>(micros % 60'000'000) / 1e6));
}

void append_date_numbers(std::string& out, int64_t days) {
  const Civil c = civil_of_days(days);
  append_number(out, c.year), out += ' ';
  append_number(out, c.month), out += ' ';
  append_number(out, c.day);
}

} // namespace

bool append_date(std::string& out, int64_t days) {
  if (!has_four_digits(days)) return false;
  const Civil c = civil_of_days(days);
  append_padded(out, c.year, 4), out += '-';
  append_padded(out, c.month, 2), out += '-';
  append_padded(out, c.day, 2);
  return true;
}

void append_date_form(std::string& out, int64_t days) {
  if (!has_four_digits(days)) return void(out += "(Date " + std::to_string(days) + ')');
  out += "(date ", append_date_numbers(out, days), out += ')';
}

void append_datetime_form(std::string& out, int64_t micros) {
  const int64_t days = floor_over(micros, micros_of_day);
  if (!has_four_digits(days)) return void(out += "(Datetime " + std::to_string(micros) + ')');
  out += "(datetime ", append_date_numbers(out, days);
  append_clock_form(out, micros - days * micros_of_day), out += ')';
}

void append_duration_form(std::string& out, int64_t micros) {
  out += "(duration ", append_number(out, micros / micros_of_day);
  append_clock_form(out, micros % micros_of_day), out += ')';
}

bool append_datetime(std::string& out, int64_t micros) {
  const int64_t days = floor_over(micros, micros_of_day), time = micros - days * micros_of_day;
  if (!append_date(out, days)) return false;
  out += 'T';
  append_padded(out, time / 3'600'000'000, 2), out += ':';
  append_padded(out, time / 60'000'000 % 60, 2), out += ':';
  append_padded(out, time / 1'000'000 % 60, 2);
  if (time % 1'000'000 != 0) out += '.', append_padded(out, time % 1'000'000, 6);
  out += 'Z';
  return true;
}

} // namespace nova
