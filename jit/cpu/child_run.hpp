// Runs a kernel that holds foreign text in a child process, so that a crash or an endless loop in that text leaves
// this process as it is. Private to the cpu device.
#pragma once
#include "jit/cpu/device.hpp"

namespace nova::plan {

/// Loads the object at `path` in a copy of this process and runs its plan there, with as many threads. Returns an
/// answer that failed, at no site, if the copy crashes, makes no progress for `stop.longest`, or leaves another
/// rounding mode. The interpreter then finds the call that does so. Fails with the faults of CpuDevice::run.
Answer run_in_child(const std::string& path, const Plan& plan, std::span<const Word> inputs, const Stop& stop,
                    uint32_t threads);

} // namespace nova::plan
