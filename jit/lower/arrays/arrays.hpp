// Lowers array built-ins (private to jit/lower). There is one function for each that the rows of
// frontend/builtins/arrays.def name, as lower_gather for `gather`. It gets the concrete Primitive node and the
// arguments' values, from which it may move.
#pragma once
#include "jit/lower/lowering.hpp"
#include <span>
#include <string_view>

namespace nova::plan {

#define NOVA_BUILTIN(id, function, ...) Rep lower_##function(Lowering&, const Core&, Reps&);
#include "frontend/builtins/arrays.def"
#undef NOVA_BUILTIN

/// Lowers a call of an array built-in with the function that its row names.
Rep lower_array(Lowering& l, const Core& c, Reps args);

/// Checks that all vectors have the dimensions of the first one, else E0401.
void check_lengths(Builder& b, std::span<const Rep> vectors);

// ---- makers.cpp ----

/// Returns a vector with these items.
Rep literal(Lowering& l, const Reps& items, TypeId element);
/// Returns a string with these characters.
Rep text(Lowering& l, std::string_view characters);
/// Converts an integer or a character to an int.
Var as_int(Builder& b, const Rep& r);
/// Returns how many of the numbers first, first + step, .. come before `end`. Fails with E0601 if that does not fit
/// in an int.
Var steps(Builder& b, Var first, Var end, Var step);

// ---- moves.cpp ----

/// Returns the target of element k, then the element's leaves. The element is read before the target is checked,
/// since it does not depend on that check.
Vars targeted(Builder& b, const Elements& e, Var k, const std::function<Var(Var)>& target);
/// Returns d with elements of x written at their targets, where elements are rows. Each index takes its row from d or
/// x, which are concatenated for that.
Rep scattered_rows(Lowering& l, const Rep& d, Var n, const Rep& x, Var m,
                   const std::function<Var(Var)>& target);

// ---- shapes.cpp ----

/// Returns n rows of `width` elements each.
Rep even_rows(Builder& b, Elements flat, Var n, Var width);
/// Returns a nested vector as a vector#2, and checks that its rows have one length (E0404). Returns a vector#2
/// unchanged.
Rep rectangular(Lowering& l, const Rep& x);

// ---- sorting.cpp ----

/// Returns the positions of the keys in ascending order; the sort is stable.
Var sorted_order(Lowering& l, const Elements& keys, TypeId key, Var n);
/// Returns a vector's elements in the order of the positions `order`.
Rep in_order(Builder& b, const Rep& x, Var order);
/// Returns the number of runs, and a column of the indices at which they begin: 0, and each k for which differs(k, k
/// - 1).
std::pair<Var, Var> run_starts(Builder& b, Var n, const std::function<Var(Var, Var)>& differs);
/// Returns where run r begins and ends, given the starts of all runs and the number of elements n.
std::pair<Var, Var> run_bounds(Builder& b, Var firsts, Var runs, Var n, Var r);

} // namespace nova::plan
