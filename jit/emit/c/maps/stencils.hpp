// Prints stencils, maps that read at small fixed distances from a few indices: sixteen iterations side by side.
#pragma once
#include "jit/emit/c/body_printer.hpp"

namespace nova::plan {

/// Prints iterations `from` .. `to` - 1 of a map in blocks of sixteen. From the second block on, a block writes a
/// whole cache line, or reads whole cache lines if there are windows. The last block ends at `to`, so that it may
/// compute some elements a second time.
void block_loop(BodyPrinter& p, const Stm& s, const std::string& from, const std::string& to);

} // namespace nova::plan
