// Prints the lanes of a reduction (docs/shapes.md): loops over rows of 16 elements, which combine element l of a row
// with lane l, and the tree over the lanes.
#pragma once
#include "jit/emit/c/body_printer.hpp"
#include "jit/emit/c/folds/fold.hpp"

namespace nova::plan {

/// Prints the tree over the first `live` values of the arrays a0, a1, .. (for the letter a), in place. At each level
/// the values 2k and 2k+1 are combined, and an odd last value is kept. The result is stored at index 0. With `simd`
/// the loop over a level may become SIMD.
void halve(BodyPrinter& p, const Fold& f, const char* letter, const std::string& live, bool simd = true);
/// Prints a loop over the lanes l of a row, which combines element `at` + l with lane l. `meet` says whether the
/// lanes hold values already. Otherwise, if the lanes do not start as identity elements, each element becomes its
/// lane's first value. If `rest` is not "", it is the number of elements in the row, in C. The loop is not unrolled,
/// since the C compiler vectorises it better as a loop.
void lane_row(BodyPrinter& p, const Fold& f, const char* letter, const std::string& at, bool meet,
              const std::string& rest = "");
/// Prints the combination of the element x with lane l, by one operation for each component. For floating min and max
/// the lanes hold ranks (integers in the order of the numbers, NaN last) or guesses.
void join_ranks(BodyPrinter& p, const Fold& f, const char* letter);
/// Prints the declaration of the lanes and a loop that sets them. The lanes of a Reduce start as identity elements,
/// and the lanes of an Accumulate start from its initial state. With `counted`, lanes from `count` on get no element,
/// so that they start as identity elements in an Accumulate, too.
void open_lanes(BodyPrinter& p, const Fold& f, const char* letter, bool counted);
/// Prints a loop that stores the 16 lanes in the arrays of the letter `to`. Lane l is stored at index l, plus an
/// offset. The C text `at` adds that offset to l, such as " + 16"; it may be "". Ranks are converted to numbers.
void close_lanes(BodyPrinter& p, const Fold& f, const char* letter, const char* to, const std::string& at);
/// Prints the loop over a tile's whole rows, which becomes SIMD, and then its partial last row.
void lane_rows(BodyPrinter& p, const Fold& f);
/// Prints the tree over 2 * `live` lanes: neighbours are combined, level by level, until `last` values are left.
/// These are stored in elements 0 .. `last` - 1 of the arrays a0, a1, .. (for the letter a). If `is_ready` holds, the
/// host computes the tree in a call.
void lane_tree(BodyPrinter& p, const Fold& f, const std::string& letter, int live, int last);
/// Whether a function of the host can compute the fold's trees. That is so for floating + and * over a whole column.
/// Rows inside of kernels may be too short for a call.
bool is_ready(const Fold& f);
/// Calls `print` for each component with two arguments: the host's constant for the component's operation, such as
/// NOVA_BY_add_f32, and the component's number.
void for_ready(const Fold& f, const std::function<void(const std::string&, const std::string&)>& print);
/// Prints the reduction of a tile whose lanes start as identity elements, so that the same code handles any number of
/// elements.
void neutral_lanes(BodyPrinter& p, const Fold& f);
/// For an Accumulate, prints a loop that sets every lane to the initial state.
void start_lanes(BodyPrinter& p, const Fold& f, const char* letter);

} // namespace nova::plan
