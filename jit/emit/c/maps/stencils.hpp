// Maps that read at small distances from few places, sixteen rounds side by side.
#pragma once
#include "jit/emit/c/body_printer.hpp"

namespace nova::plan {

/// Sixteen rounds side by side. From the second block on, lines of the cache are written whole, or read whole
/// where there are windows; the last block ends where the rounds do, and makes some elements once more.
void block_loop(BodyPrinter& p, const Stm& s, const std::string& from, const std::string& to);

} // namespace nova::plan
