// Calls of functions that call themselves which stand side by side: threads may share them.
#pragma once
#include "jit/emit/c/body_printer.hpp"
#include <span>

namespace nova::plan {

/// How many calls from statement k on need nothing of each other.
size_t calls_beside(const BodyPrinter& p, const Body& b, size_t k);
/// Calls that need nothing of each other, which threads may share.
void side_by_side(BodyPrinter& p, std::span<const Stm> calls);

} // namespace nova::plan
