// What printers share that compute some elements of a map together. These elements are called lanes. A variable that differs by
// lane is stored in an array, with a place for each lane; loops over the lanes become SIMD.
#pragma once
#include "jit/emit/c/body_printer.hpp"

namespace nova::plan {

/// The parts of a map's body around one of its statements.
struct MapParts {
  Body before, after; ///< `before` has the map's parameters, `after` its results
  Vars bound;         ///< the map's parameters and what is bound before the statement
  Vars kept;          ///< those of it that the statement uses, or what stands behind it
};
MapParts parts_around(const BodyPrinter& p, const Body& b, const Stm& s);

/// The statements of a body by what they need: `once` those that need nothing of a lane, `own` the others. A read behind
/// a check of the lanes is one of the others, since that check may be what keeps its index in bounds.
struct LaneSplit {
  Body once, own;
  Vars varying; ///< the variables that differ by lane
};
/// Splits the body. `varying`: the variables from outside that differ by lane.
LaneSplit split_by_lanes(const Body& b, Vars varying);

/// Whether a loop over these statements becomes SIMD. `bound`: the variables that differ by iteration; columns among them
/// cannot be read in SIMD.
bool becomes_simd(const BodyPrinter& p, const Body& b, const Vars& bound);

/// Prints the declarations of arrays for variables of `count` lanes.
void declare_lanes(BodyPrinter& p, const Vars& variables, const char* count);
/// Prints, in a loop over lanes, code that stores the variables in the arrays.
void store_lanes(BodyPrinter& p, const Vars& variables);
/// Prints a loop over the lanes 0 .. `count` - 1, in which `variables` are declared with their values in the lane. `how` is
/// the loop's pragma; "" is none.
void each_lane(BodyPrinter& p, const Vars& variables, const char* count, const char* how,
               const std::function<void()>& print);

} // namespace nova::plan
