// Outer-loop SIMD for loops with a state: prints maps whose elements each run a loop (a hash's rounds, the steps of
// an iteration). The loops of some elements advance together, and each step is a loop over these elements.
#pragma once
#include "jit/emit/c/body_printer.hpp"
#include "jit/emit/c/maps/loop_splitting.hpp"

namespace nova::plan {

/// A loop in a map's body that can run for several elements of the map together.
struct Lockstep {
  const Stm& loop;
  /// For each variable of the loop's state, whether it is the same for all elements of the map.
  std::vector<bool> shared;
  /// Whether the loop ends after another number of rounds for each element. An element whose loop is over keeps its state.
  bool masked;
};

/// Prints the end of the map's body for the element with the index `i`, in C. `rest` is the part behind the loop, with the
/// body's results.
using Rest = std::function<void(const std::string& i, const Body& rest)>;

/// The number of elements that run together, in C.
constexpr const char* lockstep_lanes = "16";

/// Returns the loop of the map's body b, if all elements of the map can run it together: its condition and step consist
/// of arithmetic, reads and checks that become SIMD. Returns nothing otherwise.
std::optional<Lockstep> lockstep_of(const BodyPrinter& p, const Body& b);
/// Prints code for elements `from` .. `to` - 1 of the map with the body b. `one_by_one` prints the loop over the elements
/// that are left.
void in_lockstep(BodyPrinter& p, const Body& b, const Lockstep& together, const std::string& from,
                 const std::string& to, const Rest& rest, const Loop& one_by_one);

} // namespace nova::plan
