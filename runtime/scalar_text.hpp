// Scalars as text and back: what printing (language.md section 7), CSV and Matrix Market files spell.
//
// A floating number has the fewest digits that read back as the same number, and always a point or an
// exponent: 3.0, 0.00001, 1e16, 1.5e-7; inf, -inf and nan. Its type's suffix (f) is added by scalar_text
// alone.
#pragma once
#include "runtime/value.hpp"
#include <optional>
#include <string>
#include <string_view>

namespace nova {

/// A number, bool or unit as it reads back: `42`, `3.0`, `3.0f`, `true`, `nil`. inf and nan have no suffix:
/// they take the type that their context asks for. A char is its own byte: its spelling as a literal is the
/// reader's matter.
std::string scalar_text(const Value& v);

void append_number(std::string& out, int64_t v);
void append_number(std::string& out, double v);
void append_number(std::string& out, float v);

/// The whole text as a number of an integer or floating type, rounded once; blanks around it are not allowed,
/// a sign is. Nothing where it spells none, or an integer out of the type's range; a floating number too
/// large is infinite. Bools are `true` and `false`, a char is one byte.
std::optional<Value> parse_scalar(Element e, std::string_view text);

/// The same for the machine's types.
template <class T> std::optional<T> parse_number(std::string_view text);

} // namespace nova
