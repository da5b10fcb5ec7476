// Reads plans from data, with the place of what is wrong.
#pragma once
#include "frontend/read/reader.hpp"
#include "jit/plan/plan.hpp"

namespace nova::plan {

constexpr uint32_t most_nesting = 4000; ///< the greatest depth of brackets in a plan; a nested body adds two

/// What is wrong in a text, and where.
struct PlanMistake {
  Span at;
  std::string what;
};

/// Reads a plan into `out`. If the datum is no plan or fails check_plan, returns why and leaves `out` as it is.
std::optional<PlanMistake> read_plan(const Symbols& symbols, const Datum& d, Plan& out);
/// Returns the bits of an element of type e as print_plan writes it; nothing if the datum is none.
std::optional<uint64_t> read_constant(const Symbols& symbols, const Datum& d, Element e);

} // namespace nova::plan
