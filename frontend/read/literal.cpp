#include "frontend/read/literal.hpp"
#include "frontend/source/spelling.hpp"
#include "frontend/source/utf8.hpp"
#include "runtime/array.hpp"
#include "runtime/scalar_text.hpp"
#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace nova {
namespace {

constexpr std::array number_types{Element::I8,  Element::I16, Element::I32, Element::I64,
                                  Element::U8,  Element::U16, Element::U32, Element::U64,
                                  Element::F32, Element::F64, Element::F16, Element::BF16};

struct NamedCharacter {
  std::string_view name;
  unsigned char byte;
};

constexpr std::array named_characters{
    NamedCharacter{"newline", '\n'}, NamedCharacter{"space", ' '},  NamedCharacter{"tab", '\t'},
    NamedCharacter{"return", '\r'},  NamedCharacter{"null", 0},     NamedCharacter{"nul", 0},
    NamedCharacter{"backspace", 8},  NamedCharacter{"delete", 127}, NamedCharacter{"escape", 27},
    NamedCharacter{"alarm", 7},      NamedCharacter{"linefeed", 10}};

/// The parts of a numeral. In a hexadecimal numeral, the letter f is a digit and no suffix.
struct Numeral {
  bool negative = false;
  int base = 10;
  std::string_view digits;
  std::optional<Element> suffix;
};

Numeral take_apart(std::string_view s, bool integer) {
  Numeral n;
  n.negative = s.starts_with('-');
  s.remove_prefix(s.starts_with('-') || s.starts_with('+'));
  std::string_view prefix = s.substr(0, 2);
  if (integer) // 0bf is a bfloat16
    n.base = prefix == "0x" || prefix == "0X" ? 16 : prefix == "0b" || prefix == "0B" ? 2 : 10;
  if (n.base != 10) s.remove_prefix(2);
  for (Element e : number_types)
    if (is_integer(e) == integer && s.ends_with(element_suffix(e)) && s != "inf" &&
        (!n.suffix || element_suffix(e).size() > element_suffix(*n.suffix).size()))
      n.suffix = e;
  if (n.suffix) s.remove_suffix(element_suffix(*n.suffix).size());
  n.digits = s;
  return n;
}

/// Returns the absolute value of a numeral, or nothing if it does not fit in 64 bits.
std::optional<uint64_t> magnitude(const Numeral& n) {
  uint64_t value = 0;
  auto [end, error] = std::from_chars(n.digits.data(), n.digits.data() + n.digits.size(), value, n.base);
  return error == std::errc{} ? std::optional(value) : std::nullopt;
}

/// Whether a decimal outside of its type's range is too large (true) or too close to zero (false). The exponent of
/// its first nonzero digit decides: the written power plus the digits between that digit and the point.
bool is_large(std::string_view digits) {
  size_t e = digits.find_first_of("eE"), point = std::min(digits.find('.'), std::min(e, digits.size()));
  size_t first = digits.find_first_of("123456789");
  int64_t exponent = 0;
  if (first == digits.npos) return false; // 0e999999999999999999999
  if (e != digits.npos) {
    std::string_view power = digits.substr(e + 1 + (digits[e + 1] == '+'));
    auto [end, error] = std::from_chars(power.data(), power.data() + power.size(), exponent);
    if (error != std::errc{}) return !power.starts_with('-');
  }
  return exponent > static_cast<int64_t>(first) - static_cast<int64_t>(point); // a sum could wrap
}

template <class T> T round_decimal(std::string_view digits) {
  if (digits == "inf") return std::numeric_limits<T>::infinity();
  if (digits == "nan") return std::numeric_limits<T>::quiet_NaN();
  T value = 0;
  auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error == std::errc{}) return value;
  return is_large(digits) ? std::numeric_limits<T>::infinity() : T{0};
}

/// Returns the decimal, rounded once to the floating type e.
double rounded_decimal(std::string_view digits, Element e) {
  switch (e) {
  case Element::F16: return nv_to_f32_f16(*parse_number<nv_f16>(digits));
  case Element::BF16: return nv_to_f32_bf16(*parse_number<nv_bf16>(digits));
  case Element::F32: return round_decimal<float>(digits);
  default: return round_decimal<double>(digits);
  }
}

constexpr size_t most_bad_escapes = 10; ///< how many invalid escapes are reported in one string

/// An escape in a string: how many bytes it takes after its backslash, and the byte that it means. A value above 255
/// marks an invalid escape.
struct Escape {
  size_t length = 1;
  unsigned value = 256;
};

Escape decode_hex_escape(std::string_view s) {
  Escape e;
  while (e.length < s.size() && std::isxdigit(static_cast<unsigned char>(s[e.length]))) ++e.length;
  std::from_chars(s.data() + 1, s.data() + e.length, e.value, 16);
  if (e.length == 1 || e.length >= s.size() || s[e.length] != ';') return {e.length, 256};
  return {e.length + 1, e.value};
}

Escape decode_escape(std::string_view s) {
  constexpr std::string_view letters = "ntr0\"\\", bytes("\n\t\r\0\"\\", 6);
  if (s[0] == 'x') return decode_hex_escape(s);
  size_t at = letters.find(s[0]);
  if (at == letters.npos) return {decode_utf8(s, 0).length, 256};
  return {1, static_cast<unsigned char>(bytes[at])};
}

void report_escape(std::string_view escape, uint32_t begin, Span string, Diagnostics& out) {
  auto end = static_cast<uint32_t>(begin + escape.size());
  out.report(escape[1] == 'x' ? "E0112" : "E0111", {string.file, begin, end, string.expansion},
             {shorten(escape)});
}

void report_character_name(std::string_view spelling, Span span, Diagnostics& out) {
  Diagnostic& d = out.report("E0109", span, {shorten(spelling)});
  std::array<std::string_view, named_characters.size()> names;
  std::ranges::transform(named_characters, names.begin(), &NamedCharacter::name);
  if (auto nearest = nearest_name(spelling.substr(2), names))
    d.help("did you mean `#\\" + *nearest + "`?");
  else
    d.help("a character is `#\\` and one printable character, or a name (newline space tab return null), or "
           "`#\\x41;`");
}

} // namespace

void decode_integer(Datum& d, Diagnostics& out) {
  Numeral n = take_apart(d.text, true);
  d.suffixed = n.suffix.has_value();
  auto m = magnitude(n);
  const bool wide = !n.suffix && !n.negative && m && *m > greatest_integer(Element::I64);
  d.element = n.suffix.value_or(wide ? Element::U64 : Element::I64);
  const uint64_t most = n.negative ? uint64_t{0} - static_cast<uint64_t>(least_integer(d.element))
                                   : greatest_integer(d.element);
  if (m && *m <= most)
    d.integer = static_cast<int64_t>(n.negative ? uint64_t{0} - *m : *m);
  else
    report_numeral(d, d.element, out);
}

void report_numeral(const Datum& d, Element e, Diagnostics& out) {
  Diagnostic& report = out.report("E0107", d.span,
                                  {shorten(d.text, 40), std::string(element_name(e)),
                                   std::to_string(least_integer(e)), std::to_string(greatest_integer(e))});
  if (e != Element::I64) return;
  if (d.element == Element::U64)
    report.help(fmt::format("the suffix u64 makes it a uint64: `{}u64`", d.text));
  if (d.text.find_first_of("xXbB") == d.text.npos)
    report.help("a numeral with a point, `1.0` or `1e20`, is a double");
}

void decode_floating(Datum& d, Diagnostics& out) {
  Numeral n = take_apart(d.text, false);
  d.suffixed = n.suffix.has_value();
  d.element = n.suffix.value_or(Element::F64);
  const double value = rounded_decimal(n.digits, d.element);
  if (std::isinf(value) && n.digits != "inf")
    out.report("E0108", d.span, {shorten(d.text, 40), std::string(element_name(d.element))})
        .help(fmt::format("infinity is written `{}inf{}`", n.negative ? "-" : "",
                          d.element == Element::F64 ? "" : element_suffix(d.element)));
  d.floating = n.negative ? -value : value;
}

int64_t decode_character(std::string_view spelling, Span span, Diagnostics& out) {
  std::string_view name = spelling.substr(2);
  if (name.size() == 1 && static_cast<unsigned char>(name[0]) < 0x80) return name[0];
  for (const NamedCharacter& c : named_characters)
    if (name == c.name) return c.byte;
  unsigned value = 256;
  std::string_view hex = name.substr(0, name.size() - name.ends_with(';'));
  bool is_hex = hex.size() > 1 && hex[0] == 'x' &&
                std::ranges::all_of(hex.substr(1), [](unsigned char c) { return std::isxdigit(c); });
  if (is_hex) std::from_chars(hex.data() + 1, hex.data() + hex.size(), value, 16);
  if (value < 256) return value;
  if (is_hex)
    out.report("E0112", span, {shorten(spelling)});
  else
    report_bad_character(spelling, span, out);
  return 0;
}

void report_bad_character(std::string_view spelling, Span span, Diagnostics& out) {
  std::string_view name = spelling.substr(2);
  CodePoint c = name.empty() ? CodePoint{} : decode_utf8(name, 0);
  if (c.valid && c.length > 1 && c.length == name.size())
    out.report("E0110", span, {shorten(spelling), std::to_string(c.length)})
        .help("write it as a string, a vector of its bytes: \"" + std::string(name) + "\"");
  else
    report_character_name(spelling, span, out);
}

std::string decode_string(std::string_view spelling, Span span, Diagnostics& out) {
  std::string bytes;
  std::string_view s = spelling.substr(1, spelling.size() - 2);
  size_t bad = 0;
  for (size_t from = 0;;) {
    size_t at = s.find('\\', from);
    bytes += s.substr(from, at - from);
    if (at == s.npos) return bytes;
    Escape e = decode_escape(s.substr(at + 1));
    from = at + 1 + e.length;
    if (e.value < 256)
      bytes += static_cast<char>(e.value);
    else if (++bad <= most_bad_escapes)
      report_escape(s.substr(at, from - at), static_cast<uint32_t>(span.begin + 1 + at), span, out);
  }
}

size_t spelled_at(std::string_view spelling, size_t index) {
  size_t at = 1;
  for (; index > 0 && at + 1 < spelling.size(); --index)
    at += spelling[at] == '\\' ? 1 + decode_escape(spelling.substr(at + 1)).length : 1;
  return std::min(at, spelling.size() - 1);
}

std::string explain_numeral(std::string_view s) {
  constexpr std::string_view operators = "/*<>=";
  if (const size_t dots = s.find(".."); dots != s.npos && s.find_first_not_of("0123456789.") == s.npos) {
    const std::string_view from = s.substr(0, dots),
                           to = s.substr(std::min(s.find_first_not_of('.', dots), s.size()));
    return fmt::format("numbers in a row are a vector: [{0}..{1}] counts from {0} to {1}", from,
                       to.empty() ? "b" : to);
  }
  if (s.ends_with("i.re") || s.ends_with("i.im"))
    return fmt::format("the parts of a complex number are functions: ({} {})", s.substr(s.size() - 2),
                       s.substr(0, s.size() - 3));
  const size_t at = s.find_first_of(operators), end = std::min(s.find_first_not_of(operators, at), s.size());
  if (at < end && end < s.size()) {
    const std::string_view op = s.substr(at, end - at);
    return fmt::format("operators stand in front, with blanks between: ({} {} {})", op == "==" ? "=" : op,
                       s.substr(0, at), s.substr(end));
  }
  if (s.find('{') != s.npos || s.find('}') != s.npos) return "a vector is [1 2 3], a tuple (1, 2, 3)";
  if (const size_t at = s.find('.'); at + 1 < s.size() && std::isalpha(static_cast<unsigned char>(s[at + 1])))
    return "the parts of a tuple have numbers: t.0, t.1";
  if (s.find_last_of("iIjJ") == s.size() - 1)
    return "a complex number is a real and an imaginary part, with i at its end: 1.0+2.0i, 1i";
  if (s.ends_with('.') || std::ranges::count(s, '.') > 1) return "a numeral has one point at most";
  if (s.find('_') != s.npos) return "digits are written without `_`";
  for (Element e : number_types)
    if (is_integer(e) && s.ends_with(element_suffix(e)) && s.find_first_of(".eE") != s.npos)
      return "the suffix " + std::string(element_suffix(e)) +
             " is for integers; use a conversion such as `to_int32`";
  return "names don't start with a digit; the suffixes are f L h bf i8 i16 i32 i64 u8 u16 u32 u64";
}

std::string character_name(unsigned char byte) {
  for (const NamedCharacter& c : named_characters)
    if (byte == c.byte) return "#\\" + std::string(c.name);
  if (byte > ' ' && byte < 127) return std::string("#\\") + static_cast<char>(byte);
  char hex[2];
  auto [end, error] = std::to_chars(hex, hex + 2, byte, 16);
  return "#\\x" + std::string(hex, end) + ";";
}

} // namespace nova
