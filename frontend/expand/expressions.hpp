// Expands expressions: data -> Expr. Also bodies, and binders of variables.
#pragma once
#include "frontend/core/builtin.hpp"
#include "frontend/expand/forms.hpp"

namespace nova {

/// Expands a datum to an expression. If it has errors, reports them and returns nil in its place.
const Expr* expand_expr(ExpanderState& ex, const Datum& d);
std::vector<const Expr*> expand_all(ExpanderState& ex, Data data);
const Expr* expand_list(ExpanderState& ex, const Datum& use);
/// Expands a call, whose function and arguments are `items`. `head` is the meaning of the function if it is a known
/// name, otherwise empty.
const Expr* expand_apply(ExpanderState& ex, const Datum& d, Data items, Meaning head);
/// Expands `(e ... : t)`, whose colon has the index `colon`. Several data before the colon are a call.
const Expr* expand_ascription(ExpanderState& ex, const Datum& d, size_t colon, Meaning head);
const Expr* expand_name(ExpanderState& ex, const Datum& d);
const Expr* expand_comprehension(ExpanderState& ex, const Datum& d);
/// Expands `d` as long as its head is a macro. Returns the resulting datum and what its head means.
FormHead expand_head(ExpanderState& ex, const Datum& d);

/// Expands a body: forms in sequence, which may be definitions (body.cpp).
const Expr* expand_body(ExpanderState& ex, Data forms, Span span);
/// Splits a form `(define ...)` into its parts. If it is malformed, reports that and returns parts without a name.
ParsedDefinition parse_define(ExpanderState& ex, const Datum& form);

/// Makes a function. `rest` is `[: type] body ...`; if there is a result type, the body is the last datum.
const Expr* expand_function(ExpanderState& ex, Data parameters, Data rest, Span span);
/// Make a variable and bind it to a name. The first reports E0305 if a binder of the same group has that name.
VarId bind_name(ExpanderState& ex, const Datum& name);
VarId bind_name(ExpanderState& ex, Symbol name, Span span);
/// Records a use of `v`. If the use stands inside of a lambda and the variable's binder
/// outside, the lambda captures `v`.
void note_use(ExpanderState& ex, VarId v, Span span);
/// Reports E0313 if the variable is both assigned and captured, once for each variable.
void report_captured(ExpanderState& ex, VariableFacts& facts, VarId v);

/// Make the node of a call of a built-in, and the node of a use of a variable.
const Expr* make_call(ExpanderState& ex, BuiltinId b, Span span, std::vector<const Expr*> arguments);
const Expr* make_local(ExpanderState& ex, VarId v, Span span);
/// Returns the data as one datum: one as it is, several as a list.
const Datum* as_one(ExpanderState& ex, Data data);
/// Whether `d` is nested too deeply for the stack that is left. If so, reports E0602, once for each form.
bool too_deep(ExpanderState& ex, const Datum& d);

/// Reports a name that has no meaning here, and returns nil. The help is `help`, if given, or is chosen by the name.
const Expr* unknown_name(ExpanderState& ex, const Datum& d, std::optional<std::string> help = {});
/// Adds the known name that is nearest to `name` as a help to `d`. Searching all names costs time, so only the first
/// unknown names of a text get this help.
void suggest(ExpanderState& ex, Diagnostic& d, std::string_view name, Table table, Want want);
/// Reports that the form, at its part `at` if given, does not follow the form's grammar, for
/// the reason `why`. Returns nil.
const Expr* bad_form(ExpanderState& ex, const Datum& form, std::string why, const Datum* at = nullptr);

} // namespace nova
