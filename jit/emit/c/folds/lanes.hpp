// Prints the lanes of a reduction (docs/shapes.md): loops over rows of 16 elements, each of which is combined into
// the lane of its position, and the tree over the lanes.
#pragma once
#include "jit/emit/c/body_printer.hpp"
#include "jit/emit/c/folds/fold.hpp"

namespace nova::plan {

/// Prints the tree over the first `live` values of the letter's arrays, in place: at each level values 2k and 2k + 1
/// are combined, and an odd last value is kept. The result is at index 0. With `simd` a level's loop becomes SIMD.
void halve(BodyPrinter& p, const Fold& f, const char* letter, const std::string& live, bool simd = true);
/// Prints a loop over the 16 lanes l of a row, which combines element `at` + l with what lane l holds. Without `meet`
/// the element becomes the first value of a lane that holds nothing. If `rest` is not "", the row has only so many
/// elements. The loop is not unrolled, since the C compiler vectorises it better as a loop.
void lane_row(BodyPrinter& p, const Fold& f, const char* letter, const std::string& at, bool meet,
              const std::string& rest = "");
/// Prints the combination of the element x with lane l, by one operation for each component. For floating min and max
/// the lanes hold ranks (integers in the order of the numbers, NaN last) or guesses.
void join_ranks(BodyPrinter& p, const Fold& f, const char* letter);
/// Prints the declaration of the lanes, which start as identity elements. Those of an Accumulate start from its
/// initial state; with `counted` only the lanes that will have an element do.
void open_lanes(BodyPrinter& p, const Fold& f, const char* letter, bool counted);
/// Prints a loop that stores the 16 lanes in the arrays of the letter `to`, shifted by `at`. Ranks become numbers
/// again.
void close_lanes(BodyPrinter& p, const Fold& f, const char* letter, const char* to, const std::string& at);
/// Prints the loop over a tile's whole rows, which becomes SIMD, and then its partial last row.
void lane_rows(BodyPrinter& p, const Fold& f);
/// Prints the tree over 2 * `live` lanes: neighbours are combined, level by level, until `last` values are left.
/// These then stand first in the letter's arrays. If `is_ready`, the tree is a call of the host.
void lane_tree(BodyPrinter& p, const Fold& f, const std::string& letter, int live, int last);
/// Whether the host has compiled trees for the fold: floating + and * over a whole column. Rows inside of kernels may
/// be too short for a call.
bool is_ready(const Fold& f);
/// Calls `print` for each component, with the host's name for its operation and the component's number.
void for_ready(const Fold& f, const std::function<void(const std::string&, const std::string&)>& print);
/// Prints the reduction of a tile whose lanes start as identity elements, so that the same code handles any count.
void neutral_lanes(BodyPrinter& p, const Fold& f);
/// For an Accumulate, prints a loop that sets every lane to the initial state.
void start_lanes(BodyPrinter& p, const Fold& f, const char* letter);

} // namespace nova::plan
