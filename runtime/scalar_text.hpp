// Conversion of scalars to text and back, as printing (language.md section 7), CSV and Matrix Market files need it.
//
// A finite floating number gets the fewest digits that read back as the same number, and always a point or an
// exponent: 3.0, 0.00001, 1e16, 1.5e-7. The other floating numbers are inf, -inf and nan. Only scalar_text adds the
// suffix f to a float.
#pragma once
#include "runtime/value.hpp"
#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

namespace nova {

/// Returns the text of a number, bool or unit, which reads back as the same value: `42`, `3.0`, `3.0f`, `true`,
/// `nil`. inf and nan get no suffix: their context determines their type. A char becomes its one byte, not a literal.
std::string scalar_text(const Value& v);
/// Returns the text of a floating number without the suffix that scalar_text puts behind it; other texts as they are.
std::string without_suffix(std::string text, Element e);

/// How much of a long value results and messages show.
struct PrintLimits {
  static constexpr int64_t long_vector = 100; ///< elements; vectors from this length on are abbreviated
  static constexpr int64_t shown_at_ends = 3;
  static constexpr size_t long_string = 1000; ///< bytes; strings from this length on are abbreviated
  static constexpr size_t bytes_at_ends = 40;
  /// Returns the length from which on a vector is abbreviated. `numbers`: the product of the numbers of fields of its elements, if
  /// they are tuples, and of the tuples around it.
  static constexpr int64_t longest(int64_t numbers) {
    constexpr int64_t least = 2 * shown_at_ends + 4;
    return numbers > 1 ? std::max(least, 2 * long_vector / numbers) : long_vector;
  }
};

void append_number(std::string& out, int64_t v);
void append_number(std::string& out, uint64_t v);
void append_number(std::string& out, double v);
void append_number(std::string& out, float v);

/// Parses the whole text as a value of type e. A number may have a sign, but no blanks around it. A floating number
/// is rounded once, and is infinite if it is too large. A bool is `true` or `false`, a char is one byte. Returns
/// nothing if the text is no such value, or an integer out of the type's range.
std::optional<Value> parse_scalar(Element e, std::string_view text);

/// Parses the whole text as a number of the C++ type T, by the rules of parse_scalar.
template <class T> std::optional<T> parse_number(std::string_view text);

} // namespace nova
