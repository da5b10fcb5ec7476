// A run of a plan as text: the values of the plan's inputs and the type of its result, as `--dump plan` prints them behind
// the plan, and `--from plan` reads them back.
//
//   (run (result : vector int)
//     (n_0 3)
//     (xs_1 [1 2 3]))
#pragma once
#include "jit/plan/read.hpp"
#include "jit/tiers/checks/mismatch_bundle.hpp"

namespace nova::plan {

constexpr size_t most_printed = 10'000; ///< the largest number of elements that a printed run has

/// Returns a call of the plan on these inputs as text, with the result's type, as `nova run --from plan` reads it. If the
/// inputs have more than `most_printed` elements, returns only a comment that says so.
std::string print_run(const Plan& plan, const std::vector<Cell>& inputs, const std::string& type);
/// Reads the inputs of such a run, the items behind the result. Returns what is wrong with them.
std::optional<PlanMistake> read_run(const Symbols& symbols, const Datum& run, const Plan& plan,
                                    std::vector<Cell>& inputs);

} // namespace nova::plan
