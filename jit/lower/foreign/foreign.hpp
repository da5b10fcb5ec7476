// Lowers calls of foreign functions.
#pragma once
#include "jit/lower/lowering.hpp"

namespace nova::plan {

/// Lowers the Foreign node `c`, the call of a function that has no other meaning.
Rep lower_foreign(Lowering& l, const Core& c, Frame& frame);
/// Whether the Lambda stands for a CUDA function or kernel that has a reference.
bool is_cuda_text(const Lowering& l, const Core& lambda);
/// Lowers a call of such a function, whose arguments `frame` holds. In the body of a function of the plan, the reference
/// alone is called.
Rep lower_cuda_text(Lowering& l, const Core& lambda, Frame& frame);

} // namespace nova::plan
