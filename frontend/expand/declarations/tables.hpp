// Tables in files: `define-table`, and the options of `read-csv`.
#pragma once
#include "frontend/expand/state.hpp"

namespace nova {

/// Scans `(define-table name "path.csv")`: reads the file's titles and types, and scans the definitions that they make, a
/// record and a vector of records.
void scan_table(ExpanderState& ex, const Datum& form);

/// Whether the call is one of the built-in `read-csv` with options behind the path.
bool has_csv_options(Meaning head, Data items);
/// Expands `(read-csv p (header true) ...)` to a call of `read-csv-with`. In its second argument each option is a vector
/// that is empty if the option is not given.
const Expr* expand_read_csv(ExpanderState& ex, const Datum& form, Data items);

} // namespace nova
