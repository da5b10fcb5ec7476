// Expands written types (data -> TypeExpr) and declarations of types.
#pragma once
#include "frontend/expand/state.hpp"

namespace nova {

/// Expands a row of data that is one type, as `int -> vector float`.
TypeExpr expand_type(ExpanderState& ex, Data items, Span span);
/// Expands a row of several types: the arguments of a type's name, or the fields of a constructor. `vector` and the
/// datum behind it are one type.
std::vector<TypeExpr> expand_type_arguments(ExpanderState& ex, Data items);
/// Expands the part of a type between two arrows: `vector t`, `vector#2 t`, `Name t ...`, or one datum.
TypeExpr expand_type_segment(ExpanderState& ex, Data items, Span span);
TypeExpr expand_type_vector(ExpanderState& ex, Data items, uint32_t rank, Span span);
TypeExpr expand_type_atom(ExpanderState& ex, const Datum& d);
TypeExpr expand_type_list(ExpanderState& ex, const Datum& d);
/// Expands Harlan's `(closure (t ...) -> t)`.
TypeExpr expand_type_closure(ExpanderState& ex, const Datum& d);
TypeExpr expand_type_name(ExpanderState& ex, const Datum& d, std::vector<TypeExpr> arguments, Span span);
/// Makes the type Unknown, for a type that could not be expanded. Reports `code` unless it is null.
TypeExpr unknown_type(ExpanderState& ex, Span span, const char* code = nullptr,
                      std::vector<std::string> args = {});
/// Returns the primitive type of that name, or nothing.
std::optional<Element> prim_type(const ExpanderState& ex, Symbol s);
/// Whether the items of a list are one parameter with its type, as in `(x : t)` or `((a, b) : t)`, and not a list of
/// parameters as in Scheme.
bool is_typed_name(const ExpanderState& ex, Data items);

// Declarations (type_declarations.cpp)
/// Scans `(types (Name 'a ... : body) ...)`. A body is a sum `(+ (C : t) ...)`, or a type that Name abbreviates.
void scan_types(ExpanderState& ex, const Datum& form);
/// Scans `(define-datatype Name (C t ...) ...)` or `(define-datatype (Name 'a ...) (C t ...) ...)`.
void scan_datatype(ExpanderState& ex, const Datum& form);
/// Expands the bodies of a form's declarations, after the scan, since they may mention types that are declared later.
void finish_types(ExpanderState& ex, PendingForm& p);
/// Reports type abbreviations that contain themselves (E0326). In each cycle, one abbreviation becomes Unknown.
void check_abbreviations(ExpanderState& ex, const std::vector<TypeDeclId>& types);

} // namespace nova
