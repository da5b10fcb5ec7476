// Makes the elements of vectors by a function of the index, and stores the rows of nested vectors contiguously
// (private to jit/lower).
#pragma once
#include "jit/lower/lowering.hpp"
#include <utility>

namespace nova::plan {

/// A function that appends the statements that compute the element at an index, and returns the element.
using MakeElement = std::function<Rep(Var)>;
/// A function that appends the statements that compute the row at an index, and returns its length and elements.
using MakeRow = std::function<std::pair<Var, Elements>(Var)>;

/// Emits the loops that compute n elements by `make`, and returns these elements. If an element contains vectors, one
/// loop computes all scalars, and a further loop computes each vector. `make` is called again for each of these
/// loops. If `make` calls functions of the plan, which may be costly, one loop computes everything.
Elements tabulate(Lowering& l, Var n, const MakeElement& make);
/// Returns the n elements that a Map or Each has stored in its `outs`. Each is a value with the structure of `form`.
/// `element` has the types of the variables of one element (see `stored_types`).
Elements stored_elements(Lowering& l, const Rep& form, const std::vector<VarType>& element, const Vars& outs,
                         Var n);

/// Rows that are stored contiguously.
struct Joined {
  Var offsets{}, total{}; ///< the rows' offsets, and the number of elements of all rows together
  Elements items;         ///< the elements of all rows
};
/// Emits the loops that compute n rows by `make` and store them contiguously.
Joined join_rows(Lowering& l, Var n, const MakeRow& make);
/// Returns the n rows `e` stored contiguously, with offsets. Rows that are so already are not copied.
Elements contiguous(Lowering& l, const Elements& e, Var n);

} // namespace nova::plan
