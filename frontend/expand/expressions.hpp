// Expressions: data -> Expr. What binds variables and bodies too.
#pragma once
#include "frontend/core/builtin.hpp"
#include "frontend/expand/forms.hpp"

namespace nova {

/// The expression that a datum is; one with errors gives nil.
const Expr* expand_expr(ExpanderState& ex, const Datum& d);
std::vector<const Expr*> expand_all(ExpanderState& ex, Data data);
const Expr* expand_list(ExpanderState& ex, const Datum& use);
/// A call whose head means something, or is any expression.
const Expr* expand_apply(ExpanderState& ex, const Datum& d, Data items, Meaning head);
/// `(e ... : t)`.
const Expr* expand_ascription(ExpanderState& ex, const Datum& d, size_t colon, Meaning head);
const Expr* expand_name(ExpanderState& ex, const Datum& d);
const Expr* expand_comprehension(ExpanderState& ex, const Datum& d);
/// Expands macro uses at a list's head until none stands there.
FormHead expand_head(ExpanderState& ex, const Datum& d);

/// Forms in a row, definitions among them (body.cpp).
const Expr* expand_body(ExpanderState& ex, Data forms, Span span);
/// Takes a definition apart; without a name it is malformed (reported).
ParsedDefinition parse_define(ExpanderState& ex, const Datum& form);

/// A function; `rest` is `[: type] body ...`; with a result type, the body is the last datum.
const Expr* expand_function(ExpanderState& ex, Data parameters, Data rest, Span span);
/// Binds a variable; a second one of that name in a group is an error.
VarId bind_name(ExpanderState& ex, const Datum& name);
VarId bind_name(ExpanderState& ex, Symbol name, Span span);
/// A use from inside a lambda that the variable's binder is outside of captures it.
void note_use(ExpanderState& ex, VarId v, Span span);
/// Reports a variable that is assigned and captured, once.
void report_captured(ExpanderState& ex, VariableFacts& facts, VarId v);

/// Nodes of a built-in's call and of a variable's use.
const Expr* make_call(ExpanderState& ex, BuiltinId b, Span span, std::vector<const Expr*> arguments);
const Expr* make_local(ExpanderState& ex, VarId v, Span span);
/// Several data as if parenthesised.
const Datum* as_one(ExpanderState& ex, Data data);
/// Reports data that nest too deeply for the stack.
bool too_deep(ExpanderState& ex, const Datum& d);

/// Reports a name without a meaning; `help`: what the form around it says of it.
const Expr* unknown_name(ExpanderState& ex, const Datum& d, std::optional<std::string> help = {});
/// Searching all names costs time: only the first unknown names of a text get a suggestion.
void suggest(ExpanderState& ex, Diagnostic& d, std::string_view name, Table table, Want want);
/// The form, or the part of it at `at`, is not as the form's grammar says.
const Expr* bad_form(ExpanderState& ex, const Datum& form, std::string why, const Datum* at = nullptr);

} // namespace nova
