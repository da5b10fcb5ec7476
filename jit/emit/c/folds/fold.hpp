// What is folded: the bodies of a reduction or scan, its state, and the lines that handle that state.
//
// In the text, per component k of what is folded: xk an element, ak the lanes or cells, wk a tile's value, pk
// all tiles' values, sk the stack of the tree.
#pragma once
#include "jit/emit/c/body_printer.hpp"

namespace nova::plan {

/// The bodies of a reduction or scan, and its state.
struct Fold {
  const Stm& s;
  CFunction element, join;
  std::vector<Element> types;
  Vars captures; ///< of both
  bool stops;
  bool steps;           ///< Accumulate: `element` takes the state too
  Names neutrals{};     ///< of each component, where each is joined by one operation that has one; else none
  bool guesses = false; ///< lanes of floating min and max hold numbers, not ranks
  int width = 16;       ///< lanes side by side; only where their order does not matter are there not 16
  bool far = false;     ///< goes through a whole column, at the host's level
};

/// What joins a component, where all have neutrals.
inline BuiltinId operation(const Fold& f, size_t component) { return *joined_by(f.s.bodies[1], component); }

/// Without functions.
Fold bare_fold(const BodyPrinter& p, const Stm& s);
/// `apart`: elements are made apart, however they read.
Fold fold(BodyPrinter& p, const Stm& s, bool apart = false);
/// x0, x1, .. or x0[index], ..
Names in_turn(const Fold& f, const char* letter, const std::string& index = "");
/// &x0, &x1, .. or &x0[index], ..
Names pointers(const Fold& f, const char* letter, const std::string& index = "");
/// "nv_f32 x0", .. or "nv_f32* x0", ..
Names parameters(const Fold& f, const char* letter, bool pointer);
/// Declares x0, x1, ..: variables, or arrays of the size.
void arrays(BodyPrinter& p, const Fold& f, const char* letter, const std::string& size);
/// to0 = from0, ..
void copy_values(BodyPrinter& p, const Fold& f, const Names& to, const Names& from);
/// *to0 = from0[0], ..
void give(BodyPrinter& p, const Fold& f, const char* to, const char* from);
/// Joins two values into the places `to`.
void join(BodyPrinter& p, const Fold& f, const Names& left, const Names& right, const Names& to);
/// An element's value, or, for Accumulate, the state after it.
void element_of(BodyPrinter& p, const Fold& f, const std::string& index, const Names& state, const Names& to);
/// Do its lanes hold ranks?
bool is_ranked(const Fold& f, size_t component);
/// Is it the least or largest floating number?
bool is_extreme(const Fold& f, size_t component);
/// Are its elements made row by row, and stored until they meet?
bool goes_in_rows(const BodyPrinter& p, const Fold& f);
/// Lanes of floating min and max may hold numbers instead, as machines compare them: which zero, and whether
/// there was anything but NaN, is then not known.
Fold guessing(Fold f);

} // namespace nova::plan
