#include "runtime/scalar_text.hpp"
#include "runtime/scalar/scalar_narrow.h"
#include <bit>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>

namespace nova {

namespace {

/// The shortest decimal number that reads back as the same floating number, in the form d.ddde+xx: its digits, and
/// the exponent of ten of the first digit.
struct Decimal {
  char digits[32];
  int count = 0, exponent = 0;
};

template <class F> Decimal shortest(F positive) {
  char text[48];
  const char* end = std::to_chars(text, text + sizeof text, positive, std::chars_format::scientific).ptr;
  Decimal d;
  const char* p = text;
  for (; *p != 'e'; ++p)
    if (*p != '.') d.digits[d.count++] = *p;
  std::from_chars(p + (p[1] == '+' ? 2 : 1), end, d.exponent);
  return d;
}

void append_fixed(std::string& out, const Decimal& d) {
  const int whole = d.exponent + 1; // digits before the point
  if (whole <= 0)
    out.append("0.").append(static_cast<size_t>(-whole), '0').append(d.digits, d.count);
  else if (whole >= d.count)
    out.append(d.digits, d.count).append(static_cast<size_t>(whole - d.count), '0') += ".0";
  else
    (out.append(d.digits, whole) += '.').append(d.digits + whole, d.count - whole);
}

void append_with_exponent(std::string& out, const Decimal& d) {
  out += d.digits[0];
  if (d.count > 1) (out += '.').append(d.digits + 1, d.count - 1);
  out += 'e';
  append_number(out, int64_t{d.exponent});
}

void append_decimal(std::string& out, const Decimal& d) {
  if (d.digits[0] != '0' && (d.exponent < -5 || d.exponent >= 16))
    append_with_exponent(out, d);
  else
    append_fixed(out, d);
}

template <class F> void append_floating(std::string& out, F v) {
  if (v != v) return void(out += "nan");
  if (std::signbit(v)) out += '-', v = -v;
  if (std::isinf(v)) return void(out += "inf");
  append_decimal(out, shortest(v));
}

nv_decimal shortest_decimal(nv_f16 v) { return nv_decimal_f16(v); }
nv_decimal shortest_decimal(nv_bf16 v) { return nv_decimal_bf16(v); }
float widened(nv_f16 v) { return nv_to_f32_f16(v); }
float widened(nv_bf16 v) { return nv_to_f32_bf16(v); }

/// Appends a half or bfloat16 with its suffix, which infinities and NaN do not have.
template <class N> void append_narrow(std::string& out, N v, const char* suffix) {
  const float wide = widened(v);
  if (!std::isfinite(wide)) return append_floating(out, wide);
  const nv_decimal shortest = shortest_decimal(v);
  Decimal d;
  d.count =
      static_cast<int>(std::to_chars(d.digits, d.digits + sizeof d.digits, shortest.digits).ptr - d.digits);
  d.exponent = static_cast<int>(shortest.exponent) + d.count - 1;
  if (std::signbit(wide)) out += '-';
  append_decimal(out, d), out += suffix;
}

/// Parses a floating number that is out of range: infinite if too large, 0 if too small. from_chars does not say
/// which, strtod does.
template <class F> F parse_extreme(std::string_view text) {
  const std::string terminated(text);
  if constexpr (sizeof(F) == 4)
    return std::strtof(terminated.c_str(), nullptr);
  else
    return std::strtod(terminated.c_str(), nullptr);
}

/// The significant digits of a decimal number, and the exponent of ten of the first one.
struct Significant {
  std::string digits;
  int64_t exponent = 0;
};

/// Returns the significant digits of a positive number's text, such as 0.05e3.
Significant significant(std::string_view text) {
  const size_t e = std::min(text.find_first_of("eE"), text.size());
  const std::string_view mantissa = text.substr(0, e);
  const size_t point = std::min(mantissa.find('.'), mantissa.size());
  Significant s;
  if (e < text.size()) {
    const std::string_view power = text.substr(e + 1 + (text[e + 1] == '+'));
    std::from_chars(power.data(), power.data() + power.size(), s.exponent);
  }
  for (const char c : mantissa)
    if (c != '.') s.digits += c;
  const size_t first = std::min(s.digits.find_first_not_of('0'), s.digits.size());
  s.exponent += static_cast<int64_t>(point) - 1 - static_cast<int64_t>(first);
  s.digits = s.digits.substr(first, s.digits.find_last_not_of('0') + 1 - first);
  return s;
}

/// Returns the double that is nearest to a decimal and rounded to odd: if it is not the decimal itself, its last bit is 1.
/// Rounding it to fewer bits gives the same as rounding the decimal. `nearest`: the nearest double, not negative.
double rounded_to_odd(std::string_view decimal, double nearest) {
  if (nearest == 0 || !std::isfinite(nearest) || std::bit_cast<uint64_t>(nearest) % 2 == 1) return nearest;
  char text[900];
  const auto end = std::to_chars(text, text + sizeof text, nearest, std::chars_format::scientific, 800).ptr;
  const Significant exact = significant({text, end}), wanted = significant(decimal);
  if (exact.digits == wanted.digits && exact.exponent == wanted.exponent) return nearest;
  const bool below =
      exact.exponent != wanted.exponent ? exact.exponent < wanted.exponent : exact.digits < wanted.digits;
  return std::nextafter(nearest, below ? std::numeric_limits<double>::infinity() : 0.0);
}

template <class T> std::optional<T> parse_narrow(std::string_view text) {
  const auto nearest = parse_number<double>(text);
  if (!nearest) return {};
  const bool sign = text.starts_with('-') || text.starts_with('+');
  const bool digits = std::isdigit(static_cast<unsigned char>(text[sign])) || text[sign] == '.';
  const double odd = digits ? rounded_to_odd(text.substr(sign), std::fabs(*nearest)) : std::fabs(*nearest);
  const double value = std::copysign(odd, *nearest);
  if constexpr (std::is_same_v<T, nv_f16>)
    return nv_to_f16_f64(value);
  else
    return nv_to_bf16_f64(value);
}

template <class T> std::optional<Value> as_value(Element e, std::string_view text) {
  const auto n = parse_number<T>(text);
  if (!n) return {};
  if constexpr (std::is_floating_point_v<T>)
    return Value::of(*n);
  else
    return Value::integer(e, static_cast<int64_t>(*n));
}

} // namespace

void append_number(std::string& out, int64_t v) {
  char text[24];
  out.append(text, std::to_chars(text, text + sizeof text, v).ptr);
}
void append_number(std::string& out, uint64_t v) {
  char text[24];
  out.append(text, std::to_chars(text, text + sizeof text, v).ptr);
}
void append_number(std::string& out, double v) { append_floating(out, v); }
void append_number(std::string& out, float v) { append_floating(out, v); }

std::string scalar_text(const Value& v) {
  std::string out;
  switch (v.tag()) {
  case Tag::F64: append_number(out, v.as_double()); break;
  case Tag::F32:
    append_number(out, v.as_float());
    if (std::isfinite(v.as_float())) out += 'f';
    break;
  case Tag::F16: append_narrow(out, nv_f16(v.as_int()), "h"); break;
  case Tag::BF16: append_narrow(out, nv_bf16(v.as_int()), "bf"); break;
  case Tag::Bool: out = v.as_bool() ? "true" : "false"; break;
  case Tag::Char: out = static_cast<char>(v.as_char()); break;
  case Tag::Unit: out = "nil"; break;
  case Tag::U64: append_number(out, v.bits()); break;
  default: append_number(out, v.as_int());
  }
  return out;
}

std::string without_suffix(std::string text, Element e) {
  const std::string_view suffix = is_real(e) && e != Element::F64 ? element_suffix(e) : "";
  const bool has_one = text.ends_with(suffix) && !text.ends_with("inf");
  if (has_one) text.resize(text.size() - suffix.size());
  return text;
}

template <> std::optional<nv_f16> parse_number(std::string_view text) { return parse_narrow<nv_f16>(text); }
template <> std::optional<nv_bf16> parse_number(std::string_view text) { return parse_narrow<nv_bf16>(text); }

template <class T> std::optional<T> parse_number(std::string_view text) {
  const bool signed_twice = text.size() > 1 && text[0] == '+' && (text[1] == '+' || text[1] == '-');
  if (text.starts_with('+') && !signed_twice) text.remove_prefix(1);
  T v{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), v);
  if (end != text.data() + text.size() || error == std::errc::invalid_argument) return {};
  if (error == std::errc{}) return v;
  if constexpr (std::is_floating_point_v<T>)
    return parse_extreme<T>(text);
  else
    return {};
}
template std::optional<int64_t> parse_number(std::string_view);
template std::optional<int32_t> parse_number(std::string_view);
template std::optional<int16_t> parse_number(std::string_view);
template std::optional<int8_t> parse_number(std::string_view);
template std::optional<uint64_t> parse_number(std::string_view);
template std::optional<uint32_t> parse_number(std::string_view);
template std::optional<uint16_t> parse_number(std::string_view);
template std::optional<uint8_t> parse_number(std::string_view);
template std::optional<float> parse_number(std::string_view);
template std::optional<double> parse_number(std::string_view);

std::optional<Value> parse_scalar(Element e, std::string_view text) {
  switch (e) {
  case Element::I64: return as_value<int64_t>(e, text);
  case Element::I32: return as_value<int32_t>(e, text);
  case Element::I16: return as_value<int16_t>(e, text);
  case Element::I8: return as_value<int8_t>(e, text);
  case Element::U64: return as_value<uint64_t>(e, text);
  case Element::U32: return as_value<uint32_t>(e, text);
  case Element::U16: return as_value<uint16_t>(e, text);
  case Element::U8: return as_value<uint8_t>(e, text);
  case Element::F32: return as_value<float>(e, text);
  case Element::F64: return as_value<double>(e, text);
  case Element::F16: return as_value<nv_f16>(e, text);
  case Element::BF16: return as_value<nv_bf16>(e, text);
  case Element::Bool:
    if (text == "true" || text == "false") return Value::of(text == "true");
    return {};
  case Element::Char:
    if (text.size() == 1) return Value::of_char(static_cast<uint8_t>(text[0]));
    return {};
  case Element::Unit: break;
  }
  return {};
}

} // namespace nova
