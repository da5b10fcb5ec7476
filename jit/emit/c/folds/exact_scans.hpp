// Scans of integers by one operation whose order no bit shows.
#pragma once
#include "jit/emit/c/body_printer.hpp"
#include "jit/emit/c/folds/fold.hpp"
#include "jit/emit/c/folds/scans.hpp"

namespace nova::plan {

/// Is it a scan of integers by one operation that machines have on vectors?
bool in_any_order(const Fold& f);
/// Is making an element again as good as reading it again?
bool is_cheap_element(const Body& b);
/// A block's total, from its elements at y0.
void exact_total(BodyPrinter& p, const Fold& f);
/// The total of elements that nobody keeps.
CFunction total_alone(BodyPrinter& p, const Fold& f);
/// A block's running values. `made`: elements come from what makes them, not from where the results will stand.
void exact_run(BodyPrinter& p, const Fold& f, bool made);
/// A block's running values from its elements, from the carry `w0` to the next one's.
CFunction through(BodyPrinter& p, const Fold& f);
/// A thread's few blocks: where those before are done, in one go; else their total first, so that the next
/// thread need not wait for them.
void scan_through_host(BodyPrinter& p, const Fold& f, const CFunction& total, const ScanSteps& steps);
/// All in turn.
void scan_through_loop(BodyPrinter& p, const Fold& f, const ScanSteps& steps);

} // namespace nova::plan
