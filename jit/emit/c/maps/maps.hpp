// Maps and iota.
#pragma once
#include "jit/emit/c/body_printer.hpp"

namespace nova::plan {

/// A column of first, first + step, ..
void print_iota(BodyPrinter& p, const Stm& s);
/// The map's columns, where they have a place or anywhere.
void columns_of(BodyPrinter& p, const Stm& map);
/// A kernel, or a loop in the place of the statement.
void print_map(BodyPrinter& p, const Stm& s);

} // namespace nova::plan
