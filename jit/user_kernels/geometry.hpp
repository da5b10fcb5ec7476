// The shape of a launch: sizes that no GPU can launch.
#pragma once
#include "jit/user_kernels/launchable.hpp"

namespace nova::plan {

/// Returns why a GPU can't launch a kernel with these parameters so; nothing if it can. `shared`: the bytes of its static
/// shared memory.
std::optional<KernelFault> unfit(const std::vector<KernelParameter>& parameters, const KernelLaunch& launch,
                                 uint64_t shared = 0);

} // namespace nova::plan
