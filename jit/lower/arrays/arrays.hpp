// Lowers array built-ins (private to jit/lower). Each built-in has a function that its row in
// frontend/builtins/arrays.def names, for example lower_gather for `gather`. Its arguments are the concrete Primitive
// node, and the values of the built-in's arguments. The function may change these values or move from them.
#pragma once
#include "jit/lower/lowering.hpp"
#include <span>
#include <string_view>
#include <utility>

namespace nova::plan {

#define NOVA_BUILTIN(id, function, ...) Rep lower_##function(Lowering&, const Core&, Reps&);
#include "frontend/builtins/arrays.def"
#undef NOVA_BUILTIN

/// Lowers a call of an array built-in, by the lower_ function of that built-in.
Rep lower_array(Lowering& l, const Core& c, Reps args);

/// Emits the check that all vectors have the dimensions of the first one. It fails with E0401, whose message names the
/// arguments by their numbers; `first` is that of the first vector.
void check_lengths(Builder& b, std::span<const Rep> vectors, int64_t first);
/// Calls a function of the prelude whose type does not vary.
Rep call_prelude(Lowering& l, std::string_view name, Reps arguments);
/// Returns the text of a value of the type t as messages show it: long vectors and strings are abbreviated.
Rep short_text(Lowering& l, const Rep& value, TypeId t);
/// Returns what a Check takes to tell a text, its column and its length; nothing in a plan that tells no texts.
Vars told_text(Lowering& l, const Rep& text);
/// Whether the plan tells the text of a call of error!, which is no literal.
bool needs_text(const Lowering& l, const Core& error);
/// Emits the check that `ok` holds, which fails as the call `error` of error! does. `text`: what `told_text` returns for its text,
/// if `needs_text`.
void check_error(Lowering& l, Var ok, const Core& error, Vars text = {});

// ---- makers.cpp ----

/// Returns a vector that consists of these items, as a vector literal does.
Rep literal(Lowering& l, const Reps& items, TypeId element);
/// Returns the string that consists of these characters.
Rep text(Lowering& l, std::string_view characters);
/// Emits the conversion of an integer or a character to an int, and returns the int.
Var as_int(Builder& b, const Rep& r);
/// Emits a branch on c that makes an int, and returns the int.
Var choose_int(Builder& b, Var c, const std::function<Var()>& then, const std::function<Var()>& otherwise);
/// Returns the coordinates of element k in row-major order, for the dimensions `dims`.
Vars coordinates(Builder& b, Var k, const Vars& dims);
/// Returns how many of the numbers first, first + step, .. come before `end`. Emits a check that fails with E0601 if
/// that number does not fit in an int.
Var steps(Builder& b, Var first, Var end, Var step);

/// Returns the dimensions that an int or a tuple of ints gives, and their product. Emits checks that fail with E0403
/// if one is negative, and with E0601 if the product does not fit.
std::pair<Vars, Var> checked_dimensions(Builder& b, const Rep& dims);

// ---- maps.cpp ----

/// Whether the call is (map f (concat-map g xs)), where g is a lambda that ends in a map, as comprehensions expand to.
bool maps_joined_rows(const Core& c);
/// Lowers such a call. Requires that maps_joined_rows(c) holds.
Rep lower_joined_rows(Lowering& l, const Core& c, Frame& frame);

// ---- moves.cpp ----

/// Returns the values that the body of a scatter returns for element k of `e`: its target index, then the element's
/// leaves (elements.hpp). The leaves are read before `target` emits the check of the target index, since these reads
/// do not depend on that check.
Vars targeted(Builder& b, const Elements& e, Var k, const std::function<Var(Var)>& target);
/// Lowers a scatter whose elements contain rows. Returns the n elements of `d`, of which element target(k) is
/// replaced by element k of the m elements of `x`. The emitted scatter does not write elements, but their indices in
/// the concatenation of `d` and `x`. The elements are then gathered at these indices.
Rep scattered_rows(Lowering& l, const Rep& d, Var n, const Rep& x, Var m,
                   const std::function<Var(Var)>& target);

// ---- shapes.cpp ----

/// Returns the elements `flat` as n rows of `width` elements each.
Rep even_rows(Builder& b, Elements flat, Var n, Var width);
/// Returns a nested vector as a vector#2. Emits a check that all rows have the same length, which fails with E0404.
/// Returns a vector#2 unchanged.
Rep rectangular(Lowering& l, const Rep& x);

// ---- sorting.cpp ----

/// Emits a stable sort of n keys of type `key`. Returns the column of the keys' indices, in ascending order of the
/// keys.
Var sorted_order(Lowering& l, const Elements& keys, TypeId key, Var n);
/// Returns the vector x with its elements rearranged: element i of the result is the one at index order[i].
Rep in_order(Builder& b, const Rep& x, Var order);
/// Divides n elements into runs. A run begins at index 0 and at each index k for which differs(k, k - 1) is true.
/// Returns the number of runs and a column of the indices at which they begin.
std::pair<Var, Var> run_starts(Builder& b, Var n, const std::function<Var(Var, Var)>& differs);
/// Returns the indices at which run r begins and ends. `firsts` is the column of the starts of all `runs` runs, and n
/// the number of elements.
std::pair<Var, Var> run_bounds(Builder& b, Var firsts, Var runs, Var n, Var r);

} // namespace nova::plan
