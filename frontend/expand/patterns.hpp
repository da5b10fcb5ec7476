// Functions that expand data to patterns (Pattern). The parameter `arm` says whether the pattern stands in a branch
// of `match`, where a bare name may be a constructor.
#pragma once
#include "frontend/expand/state.hpp"

namespace nova {

/// Makes the pattern `_`.
Pattern wildcard(Span span);
/// Expands a datum to a pattern and binds its variables.
Pattern expand_pattern(ExpanderState& ex, const Datum& d, bool arm);
/// Expands a pattern of the constructor `c`. `arguments` are one pattern for each field, or one pattern for the tuple
/// of all fields (nil if the constructor has no fields). If the only field is a tuple, `arguments` may also be one
/// pattern for each part of that tuple.
Pattern expand_constructor_pattern(ExpanderState& ex, const Datum& d, Meaning c, Data arguments, bool arm);
Pattern expand_symbol_pattern(ExpanderState& ex, const Datum& d, bool arm);
/// Expands a pattern in parentheses: `(p : t)`, `(C p ...)` or `(p)`.
Pattern expand_list_pattern(ExpanderState& ex, const Datum& d, bool arm);
/// Expands the pattern `(record Name (x p) ...)`; fields that it leaves out match anything.
Pattern expand_record_pattern(ExpanderState& ex, const Datum& d, bool arm);
/// Expands `(p : t)`; `colon` is the index of the colon among the items.
Pattern expand_typed_pattern(ExpanderState& ex, const Datum& d, size_t colon, bool arm);

/// Returns the constructor that `name`, the head of a pattern, means. If it means none, reports that and returns
/// nothing.
std::optional<Meaning> find_constructor(ExpanderState& ex, const Datum& name);
const TypeDecl::Constructor& constructor_of(const ExpanderState& ex, Meaning c);
/// Whether the only field of the constructor `c` is a tuple of `parts` parts. Then the parts may be given as separate
/// arguments, too.
bool takes_parts(const ExpanderState& ex, Meaning c, size_t parts);
/// Whether a name means a constructor with fields.
bool has_fields(const ExpanderState& ex, const Datum& name);

} // namespace nova
