// Literals that are read when the form is expanded: the patterns of regular expressions.
#pragma once
#include "frontend/expand/state.hpp"

namespace nova {

/// Returns the source range that spells the bytes from `begin` to `end` of a string datum. It is that of the literal itself,
/// also where a macro passed it on.
Span span_inside(const ExpanderState& ex, const Datum& string, size_t begin, size_t end);

/// Whether the call is one of `regex-table`, or of a function of the prelude that takes a pattern, with a literal.
bool has_literal_pattern(const ExpanderState& ex, Meaning head, Data items);
/// Returns the table of the pattern, as a literal. Reports E0338 inside of the pattern if it is wrong.
const Expr* expand_pattern(ExpanderState& ex, const Datum& pattern);

} // namespace nova
