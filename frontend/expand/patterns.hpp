// Patterns: data -> Pattern. `arm`: in the branch of a match, where a bare name may be a constructor.
#pragma once
#include "frontend/expand/state.hpp"

namespace nova {

Pattern wildcard(Span span);
/// The pattern that a datum is; its variables are bound.
Pattern expand_pattern(ExpanderState& ex, const Datum& d, bool arm);
/// One pattern for each field, or for each part of the only one; or one for the tuple of them all, or for the
/// nil of none.
Pattern expand_constructor_pattern(ExpanderState& ex, const Datum& d, Meaning c, Data arguments, bool arm);
Pattern expand_symbol_pattern(ExpanderState& ex, const Datum& d, bool arm);
/// `(p : t)`, `(C p ...)`, `(p)`.
Pattern expand_list_pattern(ExpanderState& ex, const Datum& d, bool arm);
Pattern expand_typed_pattern(ExpanderState& ex, const Datum& d, size_t colon, bool arm);

/// What a pattern's head names; reported where it is no constructor.
std::optional<Meaning> find_constructor(ExpanderState& ex, const Datum& name);
const TypeDecl::Constructor& constructor_of(const ExpanderState& ex, Meaning c);
/// Is the constructor's only field a tuple of so many parts? They may be given one by one, too.
bool takes_parts(const ExpanderState& ex, Meaning c, size_t parts);
/// Does a name mean a constructor with fields?
bool has_fields(const ExpanderState& ex, const Datum& name);

} // namespace nova
