// Loop unrolling: prints maps of a few elements inside of kernels as straight-line code.
#pragma once
#include "jit/emit/c/body_printer.hpp"

namespace nova::plan {

/// Whether the map is printed as straight-line code at this point of the text: it is inside of a kernel, has a constant
/// length of at most 32, and a body of a few scalar operations and reads.
bool is_short(const BodyPrinter& p, const Stm& map);
/// Prints the map, for which `is_short` holds.
void short_map(BodyPrinter& p, const Stm& map);

} // namespace nova::plan
