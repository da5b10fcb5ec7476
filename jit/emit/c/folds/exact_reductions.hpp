// Reductions whose order and grouping no bit shows.
#pragma once
#include "jit/emit/c/body_printer.hpp"
#include "jit/emit/c/folds/fold.hpp"

namespace nova::plan {

/// May a tile be of any length, since lanes run through it side by side?
bool is_exact(const BodyPrinter& p, const Fold& f);
/// Does no bit show the order and grouping?
bool in_any_grouping(const Fold& f);
/// How many elements a tile has at most: of exact reductions as many as the caches hold, since what is unsure
/// goes through them again.
std::string tile_length(const BodyPrinter& p, const Fold& f);
/// Is a guess at least or largest (`letter` 0 at the index, ..) one that ranks have to settle?
std::string is_unsure(const Fold& f, const char* letter, const std::string& index);
/// The lanes a0[0 .. 16), .. meet, to a0[0], ..
void halve_lanes(BodyPrinter& p, const Fold& f);
/// A whole tile of a column.
CFunction exact_tile(BodyPrinter& p, const Fold& f);
/// `far`: through a whole column.
void exact_lanes(BodyPrinter& p, const Fold& all, bool far = false);
/// Tiles one after the other, into one value.
void exact_loop(BodyPrinter& p, const Fold& f, const CFunction& tile);

} // namespace nova::plan
