// Expands top-level forms by the steps scan, types, settle and finish (expander.hpp). Also scans modules and imported
// files.
#pragma once
#include "frontend/expand/state.hpp"

namespace nova {

/// Expands a whole text and returns its forms in the order in which they run.
std::vector<Top> expand_text(ExpanderState& ex, Data data, Unit unit);
/// Starts a text: sets the scope of its forms, and forgets the text before.
void begin_text(ExpanderState& ex, Unit unit);
/// Expands the forms of a text that has been scanned. `before` is the number of reports at its beginning.
std::vector<Top> finish_text(ExpanderState& ex, size_t before);
/// Expands the definition `form` of the global `g`, whose name is already defined, in the scope `site`.
void finish_alone(ExpanderState& ex, GlobalId g, const Datum& form, const Site& site);
/// Drops the text being expanded, because a limit (memory, time) ended its expansion. Marks all definitions from
/// index `first_global` on, and all types from index `first_type` on, as failed.
void give_up(ExpanderState& ex, size_t first_global, size_t first_type);

/// Scans the data of a text: defines its names, and adds its forms as pending. In a file, input declarations may come
/// first. The whole text may be one unnamed module, a Harlan program.
void scan_unit(ExpanderState& ex, Data data);
/// Scans the form `d` at top level: expands macro uses at its head, defines the names that it introduces, and adds it
/// as pending. Definitions in a `begin` become definitions at top level. The expressions in a `begin` are evaluated
/// in sequence, and the value is that of the last one.
void scan(ExpanderState& ex, const Datum& d);
/// Scans `(define ...)`: defines its name as a new global, and adds the form as pending.
void scan_define(ExpanderState& ex, const Datum& form);
/// Scans `(define-macro name ...)`: compiles the macro and defines its name.
void scan_macro(ExpanderState& ex, const Datum& form);
/// Scans `(export f ...)`: adds the form as pending, which notes the definitions for `nova build`.
void scan_export(ExpanderState& ex, const Datum& form);
/// Notes the definitions that a form `(export f ...)` names in UnitFacts::exports.
void finish_export(ExpanderState& ex, const Datum& form);
/// Scans `(compile-now f ...)`: adds a pending form for each function.
void scan_compile_now(ExpanderState& ex, const Datum& form);
/// Expands the function that a form `(compile-now f)` or `(compile-now (f : t))` names.
void finish_compile_now(ExpanderState& ex, const PendingForm& p, Top& top);
/// Scans `(module name form ...)`: makes a space for the module and scans its forms in it. Without a name, the forms
/// are scanned as if they stood in place of the module.
void scan_module(ExpanderState& ex, const Datum& form);
/// Scans `(import name)` or `(import "path.nv")`: makes the definitions of the module or file visible in the current
/// space. A file is scanned at its first import.
void scan_import(ExpanderState& ex, const Datum& form);

/// Adds `form` to the pending forms, which later steps expand in the current scope. Returns the new entry.
PendingForm& add_pending(ExpanderState& ex, PendingForm::Kind kind, const Datum& form);
/// Defines `name` as a new global of this kind, which `form` declares.
GlobalId add_global(ExpanderState& ex, const Datum& name, const Datum& form, Global::Kind kind);
/// Defines `name` as `m` in the current scope; for `ordered` see Names::define. In a file, warns (W0307) of a second
/// definition, since uses above it still mean the first.
void define_name(ExpanderState& ex, const Datum& name, Meaning m, bool ordered, Table table = Table::Values);
/// Whether the definition of the unknown `name` may be lost in damaged text, so that the name must not be reported.
/// That is so if the damaged text contains the name at a position other than `use`. It is also so if there is any
/// damaged text and the name is a keyword of some form, such as `else`. If the definition may be lost, marks the
/// current form as broken.
bool may_be_lost(ExpanderState& ex, std::string_view name, Span use = {});

} // namespace nova
