// The child process in which a kernel runs.
#pragma once
#include "jit/user_kernels/program.hpp"

namespace nova::plan {

/// Runs the kernel in a copy of this process, with arguments that fit. A copy that crashes or hangs is a fault, too.
KernelAnswer run_in_child(const KernelProgram& program, const KernelLaunch& launch,
                          const std::function<void()>& give_up);

} // namespace nova::plan
