// Prints maps and iota.
#pragma once
#include "jit/emit/c/body_printer.hpp"

namespace nova::plan {

/// Prints an Iota: a column of first, first + step, ..
void print_iota(BodyPrinter& p, const Stm& s);
/// Prints the declaration and allocation of the map's columns. A column begins at its given address if it has one
/// (Modes::placed), and otherwise in newly allocated memory.
void columns_of(BodyPrinter& p, const Stm& map);
/// Prints a Map: a kernel at the host's level, elsewhere a loop.
void print_map(BodyPrinter& p, const Stm& s);

} // namespace nova::plan
