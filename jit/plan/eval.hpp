// The plan's meaning: plain loops, one function per operation, no cleverness. It judges the passes (before and after must
// give the same bits) and the kernels.
#pragma once
#include "jit/plan/plan.hpp"
#include "jit/plan/words.hpp"
#include "runtime/array.hpp"
#include <span>
#include <string>
#include <vector>

namespace nova::plan {

/// What running a plan gave.
struct Answer {
  bool failed = false;
  uint32_t site = 0;                 ///< where it failed
  std::string broken;                ///< not empty: the plan read outside of a column, so that it is wrong
  std::vector<uint64_t> scalars;     ///< the results that are scalars, in order
  std::vector<ResultColumn> columns; ///< those that are columns, in order
};

/// Runs a plan on its flat inputs. Memory is charged as everywhere (E0601 as a Fault); `poll` is called every
/// 1,024 elements or steps and may throw. `buffers`: what the inputs' columns lie in, by input; then nothing
/// outside of them is touched, whatever the plan says (the answer is broken), and a checked plan may come
/// from anybody.
Answer eval_plan(const Plan& plan, std::span<const Word> inputs, const Poll& poll = {},
                 std::span<const BufferRef> buffers = {});

} // namespace nova::plan
