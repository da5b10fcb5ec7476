// Functions that expand expressions and bodies (data -> Expr), bind variables, and report errors in forms.
#pragma once
#include "frontend/core/builtin.hpp"
#include "frontend/expand/forms.hpp"

namespace nova {

/// Expands a datum to an expression. Errors are reported, and each part with an error becomes nil.
const Expr* expand_expr(ExpanderState& ex, const Datum& d);
std::vector<const Expr*> expand_all(ExpanderState& ex, Data data);
const Expr* expand_list(ExpanderState& ex, const Datum& use);
/// Expands a call, whose function and arguments are `items`. `head` is the meaning of the function if it is a known
/// name, otherwise empty. `d` is the whole form.
const Expr* expand_apply(ExpanderState& ex, const Datum& d, Data items, Meaning head);
/// Expands `(e ... : t)`; `colon` is the index of the colon among the items. Several data before the colon are a
/// call, and `head` is what the name of its function means.
const Expr* expand_ascription(ExpanderState& ex, const Datum& d, size_t colon, Meaning head);
const Expr* expand_name(ExpanderState& ex, const Datum& d);
/// For a name like b.x that means nothing as a whole: returns how long its longest beginning is that has a meaning, up
/// to a dot; 0 if there is none.
size_t record_in_name(ExpanderState& ex, const Datum& name);
const Expr* expand_comprehension(ExpanderState& ex, const Datum& d);
/// Expands a macro use at the head of `d`, and again in the result, until the head is no macro. Returns the resulting
/// datum and what its head means; the datum is null if a macro use failed.
FormHead expand_head(ExpanderState& ex, const Datum& d);

/// Expands a body: forms in sequence, which may be definitions (body.cpp).
const Expr* expand_body(ExpanderState& ex, Data forms, Span span);
/// Splits a form `(define ...)` into its parts. If it is malformed, reports that and returns parts without a name.
ParsedDefinition parse_define(ExpanderState& ex, const Datum& form);

/// Makes a lambda expression. `rest` is `[: type] body ...`; if there is a result type, the body is the last datum.
const Expr* expand_function(ExpanderState& ex, Data parameters, Data rest, Span span);
/// Makes a variable and binds it to `name`. Reports E0305 if another binder of the same group (for example,
/// of the same list of parameters) has that name.
VarId bind_name(ExpanderState& ex, const Datum& name);
/// Makes a variable and binds it to `name`. Does not check for other binders of that name.
VarId bind_name(ExpanderState& ex, Symbol name, Span span);
/// Records a use of the variable `v` at `span`. If a lambda contains the use but not the binder of `v`, also records
/// that `v` is captured there.
void note_use(ExpanderState& ex, VarId v, Span span);
/// Reports E0313 if the variable `v` is both assigned and captured, at most once for each variable.
void report_captured(ExpanderState& ex, VariableFacts& facts, VarId v);

/// Makes a call of the built-in `b` for the expansion of a comprehension. Error messages about the call then speak of
/// the comprehension. `number` is Expr::number, which says so.
const Expr* make_call(ExpanderState& ex, BuiltinId b, Span span, std::vector<const Expr*> arguments,
                      uint32_t number = 1);
/// Makes a call of a function of the prelude.
const Expr* make_prelude_call(ExpanderState& ex, std::string_view name, Span span,
                              std::vector<const Expr*> arguments);
/// Makes the expression for a use of the local variable `v`, and records that use (note_use).
const Expr* make_local(ExpanderState& ex, VarId v, Span span);
/// Returns the data as one datum: a single datum as it is, several as a new list.
const Datum* as_one(ExpanderState& ex, Data data);
/// Whether too little stack is left to expand `d`, since it is nested too deeply. If so, reports E0602, at most once
/// for each form.
bool too_deep(ExpanderState& ex, const Datum& d);

/// Reports that the name `d` has no meaning here, at most once for each name in a form, and returns nil. Adds `help`
/// to the error if it is given, otherwise a help that fits the name.
const Expr* unknown_name(ExpanderState& ex, const Datum& d, std::optional<std::string> help = {});
/// Adds the help "did you mean .." to `d`, with the known name that is spelt most like `name`, if one is near enough.
/// The search costs time, so only the first unknown names of a text get this help.
void suggest(ExpanderState& ex, Diagnostic& d, std::string_view name, Table table, Want want);
/// Reports (E0304) that `form` does not follow its grammar, for the reason `why`. The error points at `at`, a part of
/// the form, if that is given. Returns nil.
const Expr* bad_form(ExpanderState& ex, const Datum& form, std::string why, const Datum* at = nullptr);

} // namespace nova
