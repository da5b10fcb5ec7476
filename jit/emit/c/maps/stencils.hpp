// Prints stencils: maps that read at small fixed distances from a few indices. Sixteen iterations are computed
// together.
#pragma once
#include "jit/emit/c/body_printer.hpp"

namespace nova::plan {

/// Prints iterations `from` .. `to` - 1 of a map in blocks of sixteen. From the second block on, a block writes a
/// whole cache line. If the map reads close neighbours in a column (a window), a block reads whole cache lines
/// instead. The last block ends at `to`, so that it may compute some elements a second time.
void block_loop(BodyPrinter& p, const Stm& s, const std::string& from, const std::string& to);

} // namespace nova::plan
