// Types as they are written, and declarations of types.
#pragma once
#include "frontend/expand/state.hpp"

namespace nova {

/// The type that a row of data is.
TypeExpr expand_type(ExpanderState& ex, Data items, Span span);
/// Types in a row, as the arguments of a name or the fields of a constructor; `vector` takes the one behind
/// it.
std::vector<TypeExpr> expand_type_arguments(ExpanderState& ex, Data items);
/// Between arrows: `vector t`, `vector#2 t`, `Name t ...`, or one type.
TypeExpr expand_type_segment(ExpanderState& ex, Data items, Span span);
TypeExpr expand_type_vector(ExpanderState& ex, Data items, uint32_t rank, Span span);
TypeExpr expand_type_atom(ExpanderState& ex, const Datum& d);
TypeExpr expand_type_list(ExpanderState& ex, const Datum& d);
/// Harlan's `(closure (t ...) -> t)`.
TypeExpr expand_type_closure(ExpanderState& ex, const Datum& d);
TypeExpr expand_type_name(ExpanderState& ex, const Datum& d, std::vector<TypeExpr> arguments, Span span);
/// A type that could not be read; reported unless `code` is null.
TypeExpr unknown_type(ExpanderState& ex, Span span, const char* code = nullptr,
                      std::vector<std::string> args = {});
/// The primitive type of a name.
std::optional<Element> prim_type(const ExpanderState& ex, Symbol s);
/// `(x : t)`, `((a, b) : t)`: one parameter with its type, not Scheme's list of them.
bool is_typed_name(const ExpanderState& ex, Data items);

// Declarations (type_declarations.cpp)
/// `(types (Name 'a ... : body) ...)`, the body a sum `(+ (C : t) ...)` or a type to abbreviate.
void scan_types(ExpanderState& ex, const Datum& form);
/// `(define-datatype Name (C t ...) ...)`, `(define-datatype (Name 'a ...) ...)`.
void scan_datatype(ExpanderState& ex, const Datum& form);
/// The bodies of a form's declarations, which may mention later types.
void finish_types(ExpanderState& ex, PendingForm& p);
/// An abbreviation that leads back to itself has no meaning.
void check_abbreviations(ExpanderState& ex, const std::vector<TypeDeclId>& types);

} // namespace nova
