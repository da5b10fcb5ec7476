#include "runtime/scalar_text.hpp"
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

template <class F> void append_floating(std::string& out, F v) {
  if (v != v) return void(out += "nan");
  if (std::signbit(v)) out += '-', v = -v;
  if (std::isinf(v)) return void(out += "inf");
  const Decimal d = shortest(v);
  if (v != 0 && (d.exponent < -5 || d.exponent >= 16))
    append_with_exponent(out, d);
  else
    append_fixed(out, d);
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
  case Tag::Bool: out = v.as_bool() ? "true" : "false"; break;
  case Tag::Char: out = static_cast<char>(v.as_char()); break;
  case Tag::Unit: out = "nil"; break;
  case Tag::U64: append_number(out, v.bits()); break;
  default: append_number(out, v.as_int());
  }
  return out;
}

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
