// Prints exact scans: scans of integers by one operation that is associative and commutative.
#pragma once
#include "jit/emit/c/body_printer.hpp"
#include "jit/emit/c/folds/fold.hpp"
#include "jit/emit/c/folds/scans.hpp"

namespace nova::plan {

/// Whether the scan is exact: one integer component, combined by one operation that vectors have in C.
bool in_any_order(const Fold& f);
/// Whether computing an element again costs no more than reading its stored value.
bool is_cheap_element(const Body& b);
/// Prints the computation of a block's total from its elements, which are stored at y0.
void exact_total(BodyPrinter& p, const Fold& f);
/// Prints a function that computes the total of a range's elements and stores none of the elements.
CFunction total_alone(BodyPrinter& p, const Fold& f);
/// Prints the computation of a block's running values at y0. With `made` the printed code computes the elements;
/// otherwise they are read from y0, where an earlier step has stored them.
void exact_run(BodyPrinter& p, const Fold& f, bool made);
/// Prints a function that computes a block's elements and running values. It reads the block's carry from `w0` and
/// stores the next block's carry there.
CFunction through(BodyPrinter& p, const Fold& f);
/// Prints the scan as a kernel, whose threads take a few blocks each. If all earlier blocks are done, a thread scans
/// its blocks at once. Otherwise it first computes their total, so that the next thread need not wait for the scan.
void scan_through_host(BodyPrinter& p, const Fold& f, const CFunction& total, const ScanSteps& steps);
/// Prints the scan as a loop that scans one block after the other on one thread.
void scan_through_loop(BodyPrinter& p, const Fold& f, const ScanSteps& steps);

} // namespace nova::plan
