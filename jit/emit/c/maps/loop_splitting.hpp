// Loops in parts, in rows and in pieces, in most of which a condition on the index has a known answer.
#pragma once
#include "jit/emit/c/body_printer.hpp"
#include <optional>

namespace nova::plan {

/// A comparison in a loop's body that the index decides: its answer on the range that `narrow` leaves (of lo,
/// hi).
struct IndexCondition {
  Var out;
  bool answer;
  std::string narrow;
  std::string offset{}; ///< of one that changes its answer once: what is added to the index
  bool early = false;   ///< likewise: it holds first, and then no more
};

/// Prints rounds begin .. end - 1.
using Loop = std::function<void(const std::string& begin, const std::string& end)>;

/// Where a loop's body reads `at` places beyond its index: the address in C, for an `at` that is the index.
std::optional<std::string> address_beside(const BodyPrinter& p, const Body& b, const Stm& read,
                                          const std::string& at);
/// What the body asks of its index alone, if loops are cut.
std::vector<IndexCondition> index_conditions(const BodyPrinter& p, const Body& b, Var index);
/// Declares lo and hi: the rounds in which all conditions have their answers.
void range_of(BodyPrinter& p, const std::vector<IndexCondition>& conditions, const std::string& begin,
              const std::string& end);
/// What the body asks is known while `print` runs.
void knowing(BodyPrinter& p, const std::vector<IndexCondition>& conditions,
             const std::function<void()>& print);
/// What a body divides its index by, in C: rounds run row by row, where nothing has to be divided.
std::optional<std::string> row_length(const BodyPrinter& p, const Body& b);
/// Rounds `begin` .. `end` - 1 in their order, row by row and in three parts where that helps.
void in_parts(BodyPrinter& p, const Body& b, const std::string& begin, const std::string& end,
              const Loop& loop);
/// The loop once for each answer to what all its rounds ask alike, at most twice.
void by_answers(BodyPrinter& p, const Body& b, const std::string& begin, const std::string& end,
                const Loop& loop, int most = 2);

} // namespace nova::plan
