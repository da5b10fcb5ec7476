// Loop splitting: prints a loop in several parts, in most of which a condition on the loop's index has a known
// answer.
#pragma once
#include "jit/emit/c/body_printer.hpp"
#include <optional>

namespace nova::plan {

/// A comparison in a loop's body that the loop's index decides.
struct IndexCondition {
  Var out;              ///< the comparison's result
  bool answer;          ///< its answer in the iterations lo .. hi - 1, once `narrow` has run
  std::string narrow;   ///< a C statement that narrows lo and hi
  std::string offset{}; ///< if the answer changes only once: what the comparison adds to the index
  bool early = false;   ///< if the answer changes only once: it changes from true to false
};

/// Prints iterations begin .. end - 1 of a loop.
using Loop = std::function<void(const std::string& begin, const std::string& end)>;

/// Returns the address, in C, that the statement `read` reads in the iteration with index `at`. Returns nothing
/// unless it reads at the loop's index plus something that is bound outside of the loop.
std::optional<std::string> address_beside(const BodyPrinter& p, const Body& b, const Stm& read,
                                          const std::string& at);
/// Returns the body's comparisons that the index decides; none if loops are not split here.
std::vector<IndexCondition> index_conditions(const BodyPrinter& p, const Body& b, Var index);
/// Prints the declaration of lo and hi: in iterations lo .. hi - 1 all conditions have their answers.
void range_of(BodyPrinter& p, const std::vector<IndexCondition>& conditions, const std::string& begin,
              const std::string& end);
/// Calls `print` while the conditions are known to have their answers.
void knowing(BodyPrinter& p, const std::vector<IndexCondition>& conditions,
             const std::function<void()>& print);
/// Returns what the body divides its index by, in C; nothing if it does not. The loop can then run row by row,
/// without dividing in each iteration.
std::optional<std::string> row_length(const BodyPrinter& p, const Body& b);
/// Prints iterations `begin` .. `end` - 1 in order: row by row, in pieces, or in three parts, if one of these helps.
void in_parts(BodyPrinter& p, const Body& b, const std::string& begin, const std::string& end,
              const Loop& loop);
/// Loop unswitching: if an If's condition is the same in all iterations, prints the loop once for each answer. Does
/// so for at most `most` conditions.
void by_answers(BodyPrinter& p, const Body& b, const std::string& begin, const std::string& end,
                const Loop& loop, int most = 2);

} // namespace nova::plan
