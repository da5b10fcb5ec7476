// Loop splitting: prints a loop in several parts, in most of which a condition on the loop's index has a known
// answer.
#pragma once
#include "jit/emit/c/maps/index_conditions.hpp"

namespace nova::plan {

/// Prints iterations begin .. end - 1 of a loop.
using Loop = std::function<void(const std::string& begin, const std::string& end)>;

/// Returns the address, in C, that the statement `read` reads in the iteration with index `at`. Returns nothing
/// unless `read` reads at the loop's index plus a value that is bound outside of the loop.
std::optional<std::string> address_beside(const BodyPrinter& p, const Body& b, const Stm& read,
                                          const std::string& at);
/// Prints the declaration of the C variables lo and hi, with `begin` <= lo and hi <= `end`. In the iterations lo ..
/// hi - 1 each condition has its `answer`.
void range_of(BodyPrinter& p, const std::vector<IndexCondition>& conditions, const std::string& begin,
              const std::string& end);
/// Calls `print` while each condition is known to have its `answer` or `value`.
void knowing(BodyPrinter& p, const std::vector<IndexCondition>& conditions,
             const std::function<void()>& print);
/// Returns the number by which the body divides its index, in C; nothing if it does not. With such a number the loop
/// can run row by row, without a division in each iteration.
std::optional<std::string> row_length(const BodyPrinter& p, const Body& b);
/// Prints iterations `begin` .. `end` - 1 in order, by calls of `loop`. They are printed row by row, in pieces, or in
/// three parts (loop_splitting.cpp), if one of these helps.
void in_parts(BodyPrinter& p, const Body& b, const std::string& begin, const std::string& end,
              const Loop& loop);
/// Whether the loop would run row by row (row_length), and reads a matrix down its columns there, as a transposition does.
bool reads_down(const BodyPrinter& p, const Body& b);
/// Prints iterations `begin` .. `end` - 1 of such a loop, in tiles of 16 rows. The order of the iterations is another one.
void in_tiles(BodyPrinter& p, const Body& b, const std::string& begin, const std::string& end,
              const Loop& loop);
/// Returns the grain of such a loop of n iterations, in C: a thread gets whole tiles.
std::string tile_grain(const BodyPrinter& p, const Body& b, const std::string& n);
/// Loop unswitching: if an If's condition is the same in all iterations, prints the loop once for each answer, behind
/// a test of the condition. Does so for at most `most` conditions.
void by_answers(BodyPrinter& p, const Body& b, const std::string& begin, const std::string& end,
                const Loop& loop, int most = 2);

} // namespace nova::plan
