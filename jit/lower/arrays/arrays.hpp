// The plans of array built-ins (private to jit/lower): one function for each that the rows of frontend/builtins/arrays.def
// name, lower_gather for `gather`. It gets the concrete Primitive node and the arguments' values, which it may move from.
#pragma once
#include "jit/lower/lowering.hpp"
#include <span>
#include <string_view>

namespace nova::plan {

#define NOVA_BUILTIN(id, function, ...) Rep lower_##function(Lowering&, const Core&, Reps&);
#include "frontend/builtins/arrays.def"
#undef NOVA_BUILTIN

/// The plan of a call of an array built-in, by the function that its row names.
Rep lower_array(Lowering& l, const Core& c, Reps args);

/// Checks that vectors have the first one's dimensions, else E0401.
void check_lengths(Builder& b, std::span<const Rep> vectors);

// ---- makers.cpp ----

/// A vector written out.
Rep literal(Lowering& l, const Reps& items, TypeId element);
/// A string written out.
Rep text(Lowering& l, std::string_view characters);
/// An integer or a character as an int.
Var as_int(Builder& b, const Rep& r);
/// How many numbers lie in first, first + step, .. before end; E0601 where that does not fit in an int.
Var steps(Builder& b, Var first, Var end, Var step);

// ---- moves.cpp ----

/// Where element k goes, and the element: read before its target is checked, as nothing in it waits for that.
Vars targeted(Builder& b, const Elements& e, Var k, const std::function<Var(Var)>& target);
/// Elements of x written over those of d. Each place takes its row from d, or from x, which stands behind d.
Rep scattered_rows(Lowering& l, const Rep& d, Var n, const Rep& x, Var m,
                   const std::function<Var(Var)>& target);

// ---- shapes.cpp ----

/// n rows of `width` elements each.
Rep even_rows(Builder& b, Elements flat, Var n, Var width);
/// A nested vector whose rows have one length (checked), or a vector#2, as a vector#2.
Rep rectangular(Lowering& l, const Rep& x);

// ---- sorting.cpp ----

/// Positions of the keys in ascending order, stable.
Var sorted_order(Lowering& l, const Elements& keys, TypeId key, Var n);
/// A vector's elements in an order of positions.
Rep in_order(Builder& b, const Rep& x, Var order);
/// Where runs begin: at 0 and wherever `differs` from the one before; how many there are, and where.
std::pair<Var, Var> run_starts(Builder& b, Var n, const std::function<Var(Var, Var)>& differs);
/// Where run r of n elements begins, and where it ends.
std::pair<Var, Var> run_bounds(Builder& b, Var firsts, Var runs, Var n, Var r);

} // namespace nova::plan
