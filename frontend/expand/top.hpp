// Expands top-level forms by the steps scan, settle and finish (expander.hpp). Also modules and imported files.
#pragma once
#include "frontend/expand/state.hpp"

namespace nova {

/// Expands a whole text and returns its forms in the order in which they run.
std::vector<Top> expand_text(ExpanderState& ex, Data data, Unit unit);
/// Marks all definitions from `first_global` on, and all types from `first_type` on, as
/// failed: a limit ended expansion.
void give_up(ExpanderState& ex, size_t first_global, size_t first_type);

/// Scans the data of a text. In a file, input declarations may come first. The whole text may be one unnamed module.
void scan_unit(ExpanderState& ex, Data data);
/// Scans a form at top level. Definitions in a `begin` become definitions at top level; its expressions are evaluated
/// in sequence, and the value is that of the last one.
void scan(ExpanderState& ex, const Datum& d);
/// Scan a form at top level that defines or declares something. Each function is in the table of forms (forms.hpp).
void scan_define(ExpanderState& ex, const Datum& form);
void scan_macro(ExpanderState& ex, const Datum& form);
void scan_foreign(ExpanderState& ex, const Datum& form);
/// Scans `(module name form ...)`. Without a name, its forms are treated as if they stood in place of the module.
void scan_module(ExpanderState& ex, const Datum& form);
/// Scans `(import name)` or `(import "path.nv")`.
void scan_import(ExpanderState& ex, const Datum& form);

/// Adds a form for the step finish, with the current site.
PendingForm& add_pending(ExpanderState& ex, PendingForm::Kind kind, const Datum& form);
/// Defines `name` as `m` at the current site. In a file, warns (W0307) of a second definition: uses
/// above it still mean the first.
void define_name(ExpanderState& ex, const Datum& name, Meaning m, bool ordered, Table table = Table::Values);
/// Whether the definition of an unknown name may be lost in damaged text, so that the name must not be reported: it
/// occurs there at another position than `use`, or is a word of clauses. If so, marks the current form as broken.
bool may_be_lost(ExpanderState& ex, std::string_view name, Span use = {});

} // namespace nova
