// Scans in their shape (docs/shapes.md), in one pass over memory.
#pragma once
#include "jit/emit/c/body_printer.hpp"
#include "jit/emit/c/folds/fold.hpp"
#include "jit/emit/c/kernels.hpp"
#include <optional>

namespace nova::plan {

/// The functions that a scan's blocks go through.
struct ScanSteps {
  std::optional<CFunction> totals, push, runs; ///< or, of integers,
  std::optional<CFunction> through;            ///< all in one
  std::optional<CFunction> stored;             ///< where not the running values themselves are
  Names to{}; ///< where places, and elements for them, are kept: then each goes to its place
};

void print_scan(BodyPrinter& p, const Stm& s);

/// What is stored goes to places: in order, since the last one at a place stays. A block at a time is made,
/// and its checks are done, before any of it goes there.
void print_scan_scatter(BodyPrinter& p, const Stm& s);
/// Room for the running values of so many blocks, where what is stored is something else.
void running_values(BodyPrinter& p, const Fold& f, const std::string& blocks);
/// The block that begins at element `first` of n runs through its cells; its running values lie at `y`.
void run_block(BodyPrinter& p, const Fold& f, const ScanSteps& steps, const std::string& first,
               const std::string& count, const std::string& carry, const Names& y, const Names& tree_at);
/// The kernel of a scan whose threads take a few blocks each, in turn.
void scan_kernel(BodyPrinter& p, const Fold& f, std::vector<Given> given, const std::function<void()>& body);

} // namespace nova::plan
