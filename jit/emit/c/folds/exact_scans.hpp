// Prints exact scans: scans of integers by one operation that is associative and commutative.
#pragma once
#include "jit/emit/c/body_printer.hpp"
#include "jit/emit/c/folds/fold.hpp"
#include "jit/emit/c/folds/scans.hpp"

namespace nova::plan {

/// Whether the scan is exact: its state is one integer, and one operation that C has for vectors combines two states.
bool in_any_order(const Fold& f);
/// Whether computing an element again costs no more than reading its stored value.
bool is_cheap_element(const Body& b);
/// Prints code that computes a block's total from its elements, which are stored at y0, and stores it in the block's
/// tree.
void exact_total(BodyPrinter& p, const Fold& f);
/// Prints a function that computes the total of a range's elements and stores none of the elements.
CFunction total_alone(BodyPrinter& p, const Fold& f);
/// Prints code that computes a block's running values and stores them at y0. With `made` the code computes the
/// elements itself. Otherwise it reads them from y0, where an earlier step has stored them.
void exact_run(BodyPrinter& p, const Fold& f, bool made);
/// Prints a function that computes a block's elements and running values. It reads the block's carry from `w0` and
/// stores the next block's carry there.
CFunction through(BodyPrinter& p, const Fold& f);
/// Prints the scan as a kernel, whose threads take a few blocks each. If all earlier blocks are done, a thread scans
/// its blocks immediately. Otherwise it first computes the total of its blocks, so that the next thread need not wait
/// for this thread's scan.
void scan_through_host(BodyPrinter& p, const Fold& f, const CFunction& total, const ScanSteps& steps);
/// Prints the scan as a loop that scans one block after the other on one thread.
void scan_through_loop(BodyPrinter& p, const Fold& f, const ScanSteps& steps);

} // namespace nova::plan
