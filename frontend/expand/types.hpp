// Functions that expand written types (from data to TypeExpr) and declarations of types.
#pragma once
#include "frontend/expand/state.hpp"

namespace nova {

/// Expands a row of data that is one type, such as `int -> vector float`. If a part of the type is missing, reports
/// that at `span`.
TypeExpr expand_type(ExpanderState& ex, Data items, Span span);
/// Expands a row of several types: the arguments of a type's name, or the fields of a constructor. `vector` and the
/// datum behind it are one type.
std::vector<TypeExpr> expand_type_arguments(ExpanderState& ex, Data items);
/// Expands the part of a type between two arrows: `vector t`, `vector#2 t`, `Name t ...`, or one datum.
TypeExpr expand_type_segment(ExpanderState& ex, Data items, Span span);
/// Expands a vector of rank `rank`; `items` are the type of its elements.
TypeExpr expand_type_vector(ExpanderState& ex, Data items, uint32_t rank, Span span);
/// Expands a type that is one datum: a name, a variable, a tuple or a list.
TypeExpr expand_type_atom(ExpanderState& ex, const Datum& d);
/// Expands a type in parentheses.
TypeExpr expand_type_list(ExpanderState& ex, const Datum& d);
/// Whether the list is NOVA's sum type, `(+ (C : t) ...)`.
bool is_sum(const ExpanderState& ex, const Datum& d);
/// Expands a sum type in place of a type's name. It means the type that has exactly these constructors and types, in
/// any order; if there is none, declares that type, whose parameters are the type variables of the fields.
TypeExpr expand_sum_in_place(ExpanderState& ex, const Datum& d);
/// Expands Harlan's `(closure (t ...) -> t)`.
TypeExpr expand_type_closure(ExpanderState& ex, const Datum& d);
/// Expands the name of a type with its arguments. Reports an unknown name (E0306) and a wrong number of arguments.
TypeExpr expand_type_name(ExpanderState& ex, const Datum& d, std::vector<TypeExpr> arguments, Span span);
/// Makes a type of this kind and with these parts.
TypeExpr make_type(TypeExpr::Kind kind, Span span, std::vector<TypeExpr> items = {});
/// Makes the type Unknown, in place of a type that could not be expanded. Reports the error `code`, with the
/// arguments `args`, unless `code` is null.
TypeExpr unknown_type(ExpanderState& ex, Span span, const char* code = nullptr,
                      std::vector<std::string> args = {});
/// Returns the primitive type with the name `s`, or nothing if there is none.
std::optional<Element> prim_type(const ExpanderState& ex, Symbol s);
/// Whether the items of a list are one parameter with its type, as in `(x : t)` or `((a, b) : t)`, and not a list of
/// parameters as in Scheme.
bool is_typed_name(const ExpanderState& ex, Data items);

// Declarations of types (type_declarations.cpp)
/// Scans `(types (Name 'a ... : body) ...)`: declares the types and their constructors, and adds the form as pending.
/// A body is a sum `(+ (C : t) ...)`, or a type that Name abbreviates. finish_types expands the bodies.
void scan_types(ExpanderState& ex, const Datum& form);
/// Scans `(define-datatype Name (C t ...) ...)` or `(define-datatype (Name 'a ...) (C t ...) ...)`: declares the type
/// and its constructors, and adds the form as pending.
void scan_datatype(ExpanderState& ex, const Datum& form);
/// Scans `(define-record Name (x : t) ...)` or `(define-record (Name 'a ...) (x : t) ...)`: declares the type, with one
/// constructor of its name.
void scan_record(ExpanderState& ex, const Datum& form);
/// Expands the bodies of the types that the form `p` declares, and stores them in the declarations. Runs after the
/// whole text is scanned, since bodies may mention types that are declared later.
void finish_types(ExpanderState& ex, PendingForm& p);
/// Whether a sum type stands in place of a name in the types that the form `p` declares.
bool mentions_sum_in_place(const ExpanderState& ex, const PendingForm& p);
/// Declares the sum types in place in the annotations of the form `p`, so that forms above it can use their
/// constructors.
void declare_sums_in_place(ExpanderState& ex, const PendingForm& p);
/// Reports those abbreviations among `types` that contain themselves (E0326). In each cycle, one abbreviation becomes
/// Unknown.
void check_abbreviations(ExpanderState& ex, const std::vector<TypeDeclId>& types);

} // namespace nova
