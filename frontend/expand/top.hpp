// Forms at top level: scan, settle, finish; modules and imported files.
#pragma once
#include "frontend/expand/state.hpp"

namespace nova {

/// Expands a whole text.
std::vector<Top> expand_text(ExpanderState& ex, Data data, Unit unit);
/// What was begun is as if it had errors.
void give_up(ExpanderState& ex, size_t first_global, size_t first_type);

/// The text of a file: input declarations may come first, and all of it may be one unnamed module.
void scan_unit(ExpanderState& ex, Data data);
/// A form at top level. `begin` is taken apart: what it defines is defined here, its expressions are one,
/// with the last one's value.
void scan(ExpanderState& ex, const Datum& d);
/// A form that stands at top level alone; each one is in the table of forms (forms.hpp).
void scan_define(ExpanderState& ex, const Datum& form);
void scan_macro(ExpanderState& ex, const Datum& form);
void scan_foreign(ExpanderState& ex, const Datum& form);
/// `(module name form ...)`; without a name, its forms stand where it stands.
void scan_module(ExpanderState& ex, const Datum& form);
/// `(import name)`, `(import "path.nv")`.
void scan_import(ExpanderState& ex, const Datum& form);

/// A form to be finished, at the place of the scan.
PendingForm& add_pending(ExpanderState& ex, PendingForm::Kind kind, const Datum& form);
/// A name gets its meaning where it stands. In a file a second definition is warned of: what stands above it
/// goes on to mean the first.
void define_name(ExpanderState& ex, const Datum& name, Meaning m, bool ordered, Table table = Table::Values);
/// An unknown name whose definition may stand in damaged text is not to blame: in a place there other than
/// its use.
bool may_be_lost(ExpanderState& ex, std::string_view name, Span use = {});

} // namespace nova
