// Prints successive calls of recursive functions that do not depend on each other, so that threads may share them.
#pragma once
#include "jit/emit/c/body_printer.hpp"
#include <span>

namespace nova::plan {

/// Returns how many statements from statement k on are calls of recursive functions, none of which uses a result of
/// another.
size_t calls_beside(const BodyPrinter& p, const Body& b, size_t k);
/// Prints calls that do not depend on each other. Threads may share them at the host's level, and in functions that
/// are called there.
void side_by_side(BodyPrinter& p, std::span<const Stm> calls);

} // namespace nova::plan
