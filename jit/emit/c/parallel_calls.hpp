// Prints successive calls of recursive functions that do not depend on each other, so that threads may share them.
#pragma once
#include "jit/emit/c/body_printer.hpp"
#include <span>

namespace nova::plan {

/// Returns how many successive statements of b, from statement k on, are calls of recursive functions that use no
/// results of each other. Returns 0 if statement k is no such call.
size_t calls_beside(const BodyPrinter& p, const Body& b, size_t k);
/// Prints calls that do not depend on each other. Threads may share them at the host's level, and in functions that
/// are called there.
void side_by_side(BodyPrinter& p, std::span<const Stm> calls);

} // namespace nova::plan
