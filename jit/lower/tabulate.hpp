// Elements that are made: by a function of the index, and rows one after the other (private to jit/lower).
#pragma once
#include "jit/lower/lowering.hpp"
#include <utility>

namespace nova::plan {

/// Gives the element at an index.
using MakeElement = std::function<Rep(Var)>;
/// Gives how many elements the row at an index has, and which.
using MakeRow = std::function<std::pair<Var, Elements>(Var)>;

/// n elements. One that holds vectors is computed once for its scalars and once for each vector.
Elements tabulate(Lowering& l, Var n, const MakeElement& make);
/// n elements from what a statement has stored (`stored_types`), each of that form.
Elements stored_elements(Lowering& l, const Rep& form, const std::vector<VarType>& element, const Vars& outs,
                         Var n);

/// Rows one after the other: their offsets, how many elements there are in all, and the elements.
struct Joined {
  Var offsets{}, total{};
  Elements items;
};
Joined join_rows(Lowering& l, Var n, const MakeRow& make);
/// The same n rows one after the other.
Elements contiguous(Lowering& l, const Elements& e, Var n);

} // namespace nova::plan
