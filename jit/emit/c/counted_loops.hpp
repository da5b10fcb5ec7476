// Counted loops: Loops over an index that grows by one, of which each iteration replaces one element of a column, as
// `(for (j a b) (set! v!j e))` does. Where no iteration reads what another one writes, they are a SIMD loop.
#pragma once
#include "jit/emit/c/body_printer.hpp"
#include <optional>

namespace nova::plan {

/// A counted loop.
struct CountedLoop {
  const Stm* loop = nullptr;
  size_t index = 0; ///< the index's position in the loop's state; the column has the other one
  Var bound{};      ///< the loop runs while the index is less than this
  Body body{}; ///< an iteration over the column and the index; its results are the place and the new element
  std::string place{};               ///< what the place adds to the index, in C
  std::vector<std::string> moving{}; ///< what the places of other reads of the column add to the index, in C
  std::vector<std::string>
      fixed{}; ///< the places of reads of the column that are the same in all iterations, in C
};

/// Returns the Loop s as a counted loop; nothing if it is none, or if its places are not the index plus a value from
/// outside of the loop.
std::optional<CountedLoop> counted_loop(const BodyPrinter& p, const Stm& s);
/// Prints the first iterations of the loop, up to the first one whose checks may fail. Prints none if a check can't be
/// decided by the index, and at run time executes none if an iteration would read what another one writes. The
/// variables of the loop's state then hold what the next iteration begins with.
void print_first_iterations(BodyPrinter& p, const CountedLoop& l);

} // namespace nova::plan
