// Elements that are made by a function of the index, and rows that are stored one after the other (private to
// jit/lower).
#pragma once
#include "jit/lower/lowering.hpp"
#include <utility>

namespace nova::plan {

/// Returns the element at an index.
using MakeElement = std::function<Rep(Var)>;
/// Returns the length and the elements of the row at an index.
using MakeRow = std::function<std::pair<Var, Elements>(Var)>;

/// Returns n elements. An element that holds vectors is computed once for its scalars and once for each vector, or
/// only once if it calls functions of the plan.
Elements tabulate(Lowering& l, Var n, const MakeElement& make);
/// Returns n elements of that form from the outs of a statement that stored them (`stored_types`).
Elements stored_elements(Lowering& l, const Rep& form, const std::vector<VarType>& element, const Vars& outs,
                         Var n);

/// Rows one after the other: their offsets, the number of all their elements, and these elements.
struct Joined {
  Var offsets{}, total{};
  Elements items;
};
Joined join_rows(Lowering& l, Var n, const MakeRow& make);
/// Returns the same n rows, stored one after the other.
Elements contiguous(Lowering& l, const Elements& e, Var n);

} // namespace nova::plan
