// Expands patterns: data -> Pattern. `arm` says that the pattern stands in a branch of `match`, where a
// bare name may be a constructor.
#pragma once
#include "frontend/expand/state.hpp"

namespace nova {

Pattern wildcard(Span span);
/// Expands a datum to a pattern and binds its variables.
Pattern expand_pattern(ExpanderState& ex, const Datum& d, bool arm);
/// Expands a pattern of the constructor `c`. `arguments` are one pattern for each field, or one pattern
/// for the tuple of all fields (nil if there are none). If the only field is a tuple, they may be one
/// pattern for each of its parts.
Pattern expand_constructor_pattern(ExpanderState& ex, const Datum& d, Meaning c, Data arguments, bool arm);
Pattern expand_symbol_pattern(ExpanderState& ex, const Datum& d, bool arm);
/// Expands `(p : t)`, `(C p ...)` or `(p)`.
Pattern expand_list_pattern(ExpanderState& ex, const Datum& d, bool arm);
Pattern expand_typed_pattern(ExpanderState& ex, const Datum& d, size_t colon, bool arm);

/// Returns the constructor that a pattern's head names. If it is none, reports that and returns nothing.
std::optional<Meaning> find_constructor(ExpanderState& ex, const Datum& name);
const TypeDecl::Constructor& constructor_of(const ExpanderState& ex, Meaning c);
/// Whether the constructor's only field is a tuple of `parts` parts. Then these may be given one by one, too.
bool takes_parts(const ExpanderState& ex, Meaning c, size_t parts);
/// Whether a name means a constructor with fields.
bool has_fields(const ExpanderState& ex, const Datum& name);

} // namespace nova
