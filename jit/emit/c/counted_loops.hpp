// Counted loops: Loops over an index that grows by one, of which each iteration replaces elements of columns, as
// `(for (j a b) (set! v!j e))` does. Where no iteration reads or writes what another one writes, they are a SIMD loop.
#pragma once
#include "jit/emit/c/body_printer.hpp"
#include <optional>

namespace nova::plan {

/// A place that each iteration writes.
struct IterationWrite {
  size_t state;      ///< the column's position in the loop's state
  std::string place; ///< what the place adds to the index, in C
};

/// A counted loop.
struct CountedLoop {
  const Stm* loop = nullptr;
  size_t index = 0; ///< the index's position in the loop's state
  Var bound{};      ///< the loop runs while the index is less than this
  /// An iteration over the state, with the index behind the rest. Its results are the place and the new element of each
  /// write.
  Body body{};
  std::vector<IterationWrite> writes{}; ///< in their order
  /// C conditions on the range of indices from lo to hi - 1: with any of these, iterations depend on each other.
  std::vector<std::string> conflicts{};
  size_t between_writes = 0; ///< how many conditions, at the front, are on the places of two writes
  /// The different places of the writes, in their order, if these are the same for each column that is written.
  std::vector<std::string> places{};
};

/// An int in a Loop's state that grows by 1 in each round. The loop runs while it is less than a bound.
struct CountingIndex {
  size_t part; ///< its position in the state
  Var bound;   ///< bound outside of the loop
};

/// Returns the index of a Loop whose rounds are counted; nothing if it has none.
std::optional<CountingIndex> counting_index(const BodyPrinter& p, const Stm& s);

/// Returns the Loop s as a counted loop; nothing if it is none, or if its places are not the index plus a value from
/// outside of the loop.
std::optional<CountedLoop> counted_loop(const BodyPrinter& p, const Stm& s);
/// Prints the first iterations of the loop, up to the first one whose checks may fail. Prints none if a check can't be
/// decided by the index, and at run time executes none if iterations depend on each other. The variables of the loop's
/// state then hold what the next iteration begins with.
void print_first_iterations(BodyPrinter& p, const CountedLoop& l);

} // namespace nova::plan
