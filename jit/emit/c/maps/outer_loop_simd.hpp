// Outer-loop SIMD: prints maps whose elements are reductions in the ordered shape over the same columns. 64
// reductions advance together, and each step is a loop over the 64.
#pragma once
#include "jit/emit/c/body_printer.hpp"
#include "jit/emit/c/maps/loop_splitting.hpp"

namespace nova::plan {

/// The number of elements that are computed together, in C.
constexpr const char* lanes = "64";

/// Returns the one Reduce in a map's body if it is in the ordered shape, its length and the columns that it reads are
/// the same for all elements of the map, and the rest of the body is arithmetic. Returns null otherwise. Also returns
/// null in a function of the plan, which may be recursive and should have small frames.
const Stm* fold_of_all(const BodyPrinter& p, const Body& b);
/// Prints code for elements `from` .. `to` - 1 of the map, which computes 64 at a time. `one_by_one` prints the loop
/// over the elements that are left.
void side_by_side(BodyPrinter& p, const Stm& map, const Stm& fold, const std::string& from,
                  const std::string& to, const Loop& one_by_one);

} // namespace nova::plan
