// Prints reductions in their shapes (docs/shapes.md).
#pragma once
#include "jit/emit/c/body_printer.hpp"
#include "jit/emit/c/folds/fold.hpp"

namespace nova::plan {

/// Prints a Reduce or Accumulate.
void print_reduce(BodyPrinter& p, const Stm& s);
inline void print_accumulate(BodyPrinter& p, const Stm& s) { print_reduce(p, s); }

/// Prints prefetches of the elements that the body reads in the iteration with index `at`. They help at the end of a
/// tile, where a memory page ends: the hardware's own prefetching stops there.
void prefetch(BodyPrinter& p, const Body& b, const std::string& at);
/// Inside of a kernel, prints prefetches of the elements that are read 1,024 iterations after `at`, if the body
/// computes little. A row is too short for the hardware to detect that the next row follows it in memory. Prints
/// nothing in other cases.
void prefetch_next(BodyPrinter& p, const Fold& f, const std::string& at);
/// Prints the assignment of `value`, the combination of all elements, to the outs. If the Reduce has `start`, its
/// initial state is combined with `value` first.
void finish_reduce(BodyPrinter& p, const Fold& f, const Names& value);

} // namespace nova::plan
