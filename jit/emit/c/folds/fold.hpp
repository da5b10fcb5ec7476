// A reduction or scan that is being printed: its bodies and its state, and functions that print operations on the
// state.
//
// A state has components, numbered by k. In the generated C, xk is component k of an element. The others are arrays:
// ak for the lanes or for the cells (runs of 16 elements), wk for the values of a call's tiles, pk for the values of
// all tiles, and sk for the tree's stack. The functions below take the first character of such names as `letter`.
#pragma once
#include "jit/emit/c/body_printer.hpp"

namespace nova::plan {

/// The bodies of a reduction or scan, and its state.
struct Fold {
  const Stm& s;
  CFunction element, join;    ///< the C functions that compute an element and that combine two states
  std::vector<Element> types; ///< the type of each component
  Vars captures;              ///< the variables that `element` and `join` use from outside
  bool stops;                 ///< whether `element` or `join` may end the run
  bool steps;                 ///< whether s is an Accumulate, whose `element` takes the state, too
  Names neutrals{};           ///< each component's identity element, in C; empty if some component has none
  bool guesses = false;       ///< whether lanes of floating min and max hold numbers, not ranks
  int width = 16;             ///< the number of lanes; 16 unless the order of the elements does not matter
  bool far = false;           ///< whether the reduction runs over a whole column, at the host's level
};

/// Returns the built-in that combines a component. All components have to have identity elements (`neutrals`).
inline BuiltinId operation(const Fold& f, size_t component) { return *joined_by(f.s.bodies[1], component); }

/// Returns the fold of a statement. Prints nothing: the functions `element` and `join` of the fold remain empty.
Fold bare_fold(const BodyPrinter& p, const Stm& s);
/// Prints the functions `element` and `join` for a statement, and returns its fold. With `apart` the caller computes
/// the elements in a loop of their own. Their checks are then deferred even if `element` has gathers: reads whose
/// index depends on another read.
Fold fold(BodyPrinter& p, const Stm& s, bool apart = false);
/// Returns x0, x1, .. for the letter x, one for each component. With an index, returns x0[index], x1[index], ..
Names in_turn(const Fold& f, const char* letter, const std::string& index = "");
/// Returns &x0, &x1, .. for the letter x, one for each component. With an index, returns &x0[index], &x1[index], ..
Names pointers(const Fold& f, const char* letter, const std::string& index = "");
/// Returns the declarations of x0, x1, .. for the letter x, such as "nv_f32 x0", or with `pointer` "nv_f32* x0".
Names parameters(const Fold& f, const char* letter, bool pointer);
/// Prints declarations of x0, x1, .. for the letter x: arrays of `size`, or variables if `size` is "".
void arrays(BodyPrinter& p, const Fold& f, const char* letter, const std::string& size);
/// Prints to0 = from0, to1 = from1, ..
void copy_values(BodyPrinter& p, const Fold& f, const Names& to, const Names& from);
/// Prints *to0 = from0[0], *to1 = from1[0], ..
void give(BodyPrinter& p, const Fold& f, const char* to, const char* from);
/// Prints a call that combines two values and stores the result at the addresses `to`.
void join(BodyPrinter& p, const Fold& f, const Names& left, const Names& right, const Names& to);
/// Prints a call that computes the element at `index`, or, for Accumulate, the state after it. The result is stored
/// at the addresses `to`.
void element_of(BodyPrinter& p, const Fold& f, const std::string& index, const Names& state, const Names& to);
/// Whether the component's lanes hold ranks: integers in the order of the floating numbers.
bool is_ranked(const Fold& f, size_t component);
/// Whether the component is a minimum or maximum of floating numbers.
bool is_extreme(const Fold& f, size_t component);
/// Whether elements are computed row by row and stored before they are combined. That is so if the body divides the
/// loop's index.
bool goes_in_rows(const BodyPrinter& p, const Fold& f);
/// Returns a copy of the fold in which the lanes of floating min and max hold numbers in place of ranks. The
/// machine's comparison combines them. The result is a guess: a zero may have the wrong sign, and an infinity may
/// stand for elements that all were NaN.
Fold guessing(Fold f);

} // namespace nova::plan
