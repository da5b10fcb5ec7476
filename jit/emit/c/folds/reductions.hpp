// Reductions in their shapes (docs/shapes.md).
#pragma once
#include "jit/emit/c/body_printer.hpp"
#include "jit/emit/c/folds/fold.hpp"

namespace nova::plan {

void print_reduce(BodyPrinter& p, const Stm& s);
inline void print_accumulate(BodyPrinter& p, const Stm& s) { print_reduce(p, s); }

/// A tile is a page, at whose end machines stop to read ahead by themselves.
void prefetch(BodyPrinter& p, const Body& b, const std::string& at);
/// A row is too short for the machine to see that the next one follows it: what lies 1,024 elements ahead is
/// asked for, where there is less to compute than to read.
void prefetch_next(BodyPrinter& p, const Fold& f, const std::string& at);
/// The outs, from what all elements are joined to.
void finish_reduce(BodyPrinter& p, const Fold& f, const Names& value);

} // namespace nova::plan
