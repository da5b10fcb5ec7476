// Prints arena compaction: the columns of a state are moved together in the task's arena, and the memory between them
// is freed.
#pragma once
#include "jit/emit/c/body_printer.hpp"

namespace nova::plan {

/// Returns the C type of a variable that is part of a state, such as "nv_f32*" for a column.
std::string state_type(const BodyPrinter& p, Var v);
/// Prints code that compacts the arena from `mark` on if much has been allocated there. Only the columns of `state`
/// are kept. `sizes` is the body that computes their lengths.
void settle(BodyPrinter& p, const Body& sizes, const Names& state, const std::string& mark);
/// Prints code that keeps the results of a statement, whose columns lie in the arena from `mark` on. At the host's
/// level they are copied to buffers of their own, and the arena is reset to `mark`; elsewhere the arena is compacted.
void publish(BodyPrinter& p, const Body& sizes, const Vars& outs, const std::string& mark);
/// Prints the copying of the columns among the outs to newly allocated memory. With `drops` the old buffers are
/// freed.
void move_columns(BodyPrinter& p, const Body& sizes, const Vars& outs, bool drops = false);

} // namespace nova::plan
