// Compiles what `nova build --to cuda` writes.
#pragma once
#include "jit/emit/ahead/ahead.hpp"

namespace nova {

/// Compiles the program's kernels by NVRTC: to PTX, which runs on all GPUs from sm_75 on, and to a cubin for each of `archs`.
/// Makes no images if there is no NVRTC or no kernel. Returns "", or why that failed.
std::string compile_for_gpus(plan::AheadProgram& p, const std::vector<int>& archs);

} // namespace nova
