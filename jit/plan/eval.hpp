// The interpreter for plans, which defines their meaning: plain loops, one function per operation. Tests of the
// passes and of the kernels compare with it: a plan must give the same bits before and after each pass.
#pragma once
#include "jit/plan/plan.hpp"
#include "jit/plan/words.hpp"
#include "runtime/array.hpp"
#include <span>
#include <string>
#include <vector>

namespace nova::plan {

/// The result of running a plan.
struct Answer {
  bool failed = false;
  uint32_t site = 0;                 ///< if it failed: index into Plan::sites of the check that did not hold
  std::string broken;                ///< if not empty, the plan is ill-formed, for this reason
  std::vector<uint64_t> scalars;     ///< the results that are scalars, in order
  std::vector<ResultColumn> columns; ///< the results that are columns, in order
};

/// Runs a plan on its inputs, which are in flat layout. Allocations count against the memory limit (E0601 as a
/// Fault). `poll` is called every 1,024 elements or steps and may throw. `buffers` holds, for each input, the buffer
/// that a column lies in. If `buffers` is given, the run ends before any access outside of these buffers, and
/// Answer::broken holds the reason. So a plan that passes check_plan may come from an untrusted source.
Answer eval_plan(const Plan& plan, std::span<const Word> inputs, const Poll& poll = {},
                 std::span<const BufferRef> buffers = {});

} // namespace nova::plan
