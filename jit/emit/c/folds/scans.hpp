// Prints scans in their shape (docs/shapes.md), in one pass over memory.
#pragma once
#include "jit/emit/c/body_printer.hpp"
#include "jit/emit/c/folds/fold.hpp"
#include "jit/emit/c/kernels.hpp"
#include <optional>

namespace nova::plan {

/// The C functions that compute a block of a scan.
struct ScanSteps {
  std::optional<CFunction> totals, push, runs; ///< three steps: the block's tree, the carries, running values
  std::optional<CFunction> through;            ///< or one step for all, in exact scans of integers
  std::optional<CFunction> stored;             ///< computes what is stored, if that is not the running values
  Names to{}; ///< ScanScatter: arrays for a block's target indices and elements, before they are written
};

void print_scan(BodyPrinter& p, const Stm& s);

/// Prints a ScanScatter. A block's elements are computed and checked before the first is written to its target index.
/// They are written in order, since the last write to an index wins.
void print_scan_scatter(BodyPrinter& p, const Stm& s);
/// Prints the allocation of memory for the running values of so many blocks, if the scan does not store these.
void running_values(BodyPrinter& p, const Fold& f, const std::string& blocks);
/// Prints the computation of the running values of a block, at the addresses `y`, and of what the scan stores. The
/// block has `count` elements from element `first` on. Its carry is at index `carry` of w0, .., and its tree at
/// `tree_at`.
void run_block(BodyPrinter& p, const Fold& f, const ScanSteps& steps, const std::string& first,
               const std::string& count, const std::string& carry, const Names& y, const Names& tree_at);
/// Prints the kernel of a scan, whose threads take ranges of a few blocks in order. `body` prints the work on a
/// range.
void scan_kernel(BodyPrinter& p, const Fold& f, std::vector<Given> given, const std::function<void()>& body);

} // namespace nova::plan
