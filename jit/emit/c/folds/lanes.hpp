// Rows of lanes: elements side by side, joined into what the lanes hold, and the tree over the lanes.
#pragma once
#include "jit/emit/c/body_printer.hpp"
#include "jit/emit/c/folds/fold.hpp"

namespace nova::plan {

/// In place: value 2k meets value 2k + 1, an odd one out moves up.
void halve(BodyPrinter& p, const Fold& f, const char* letter, const std::string& live, bool simd = true);
/// Sixteen lanes of a row: elements `at` + l, joined into what the lanes hold; where `rest` is not empty, so
/// many. Left as loops, they become SIMD as they stand; unrolled, they may not.
void lane_row(BodyPrinter& p, const Fold& f, const char* letter, const std::string& at, bool meet,
              const std::string& rest = "");
/// Joins that are one operation each. Of floating min and max, lanes hold ranks: integers in the numbers'
/// order, NaN last.
void join_ranks(BodyPrinter& p, const Fold& f, const char* letter);
/// Lanes without elements; with `counted`, those of the steps' start where there will be elements.
void open_lanes(BodyPrinter& p, const Fold& f, const char* letter, bool counted);
/// values `to`.. of the lanes' 16
void close_lanes(BodyPrinter& p, const Fold& f, const char* letter, const char* to, const std::string& at);
/// Whole rows side by side, which become SIMD, then what is left of the last one.
void lane_rows(BodyPrinter& p, const Fold& f);
/// Neighbours meet until `last` values are left: those of level n in an array of their own, `letter` 0 of the
/// first.
void lane_tree(BodyPrinter& p, const Fold& f, const std::string& letter, int live, int last);
/// Does the host have its trees? Those in rows, which may be short, are not called.
bool is_ready(const Fold& f);
/// For each component: the host's name for its operation, and its number.
void for_ready(const Fold& f, const std::function<void(const std::string&, const std::string&)>& print);
/// Lanes without an element hold what joining does not change, so that there is one path for all counts.
void neutral_lanes(BodyPrinter& p, const Fold& f);
/// Accumulate: every lane starts from its own copy of the start.
void start_lanes(BodyPrinter& p, const Fold& f, const char* letter);

} // namespace nova::plan
