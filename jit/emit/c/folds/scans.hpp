// Prints scans in their shape (docs/shapes.md), in one pass over memory.
#pragma once
#include "jit/emit/c/body_printer.hpp"
#include "jit/emit/c/folds/fold.hpp"
#include "jit/emit/c/kernels.hpp"
#include <optional>

namespace nova::plan {

/// The C functions that compute a block of a scan.
struct ScanSteps {
  /// The functions of the three steps: `totals` computes a block's tree, `push` the carries, and `runs` the running
  /// values.
  std::optional<CFunction> totals, push, runs;
  /// In exact scans of integers: the one function that is used in place of these three.
  std::optional<CFunction> through;
  /// Computes what the scan stores from the running values; none if it stores the running values themselves.
  std::optional<CFunction> stored;
  /// ScanScatter: the arrays that hold a block's target indices and elements until they are written.
  Names to{};
};

/// Prints a Scan.
void print_scan(BodyPrinter& p, const Stm& s);

/// Prints a ScanScatter. A block's elements are computed and checked before the first is written to its target index.
/// They are written in order, since the last write to an index wins.
void print_scan_scatter(BodyPrinter& p, const Stm& s);
/// Prints the allocation of memory for the running values of `blocks` blocks, if the scan does not store these in its
/// outs; otherwise prints nothing.
void running_values(BodyPrinter& p, const Fold& f, const std::string& blocks);
/// Prints the computation of a block's running values, which are stored at the addresses `y`, and of what the scan
/// stores. The block has `count` elements, from element `first` on. Its carry is at index `carry` of w0, w1, .., and
/// its tree is at the addresses `tree_at`.
void run_block(BodyPrinter& p, const Fold& f, const ScanSteps& steps, const std::string& first,
               const std::string& count, const std::string& carry, const Names& y, const Names& tree_at);
/// Returns what a scan's kernels capture.
Vars scan_captures(const BodyPrinter& p, const Fold& f);
/// Prints the kernel of a scan, whose threads take ranges of a few blocks in order. `body` prints the code for a
/// range, and `given` are values that the code needs.
void scan_kernel(BodyPrinter& p, const Fold& f, std::vector<Given> given, const std::function<void()>& body);

} // namespace nova::plan
