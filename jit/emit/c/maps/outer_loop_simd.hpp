// Folds side by side: maps each of whose elements folds the same things in the ordered shape.
#pragma once
#include "jit/emit/c/body_printer.hpp"
#include "jit/emit/c/maps/loop_splitting.hpp"

namespace nova::plan {

/// The one fold of a map's body, in the ordered shape over as many steps for all elements, all the rest being
/// arithmetic. None in a function, which may call itself and whose frames are to be small.
const Stm* fold_of_all(const BodyPrinter& p, const Body& b);
/// Elements `from` .. `to` - 1 of the map, 64 at a time; the rest one by one.
void side_by_side(BodyPrinter& p, const Stm& map, const Stm& fold, const std::string& from,
                  const std::string& to, const Loop& one_by_one);

} // namespace nova::plan
