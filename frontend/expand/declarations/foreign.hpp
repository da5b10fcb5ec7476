// Scans the declarations of foreign functions: foreign, foreign-c, foreign-cuda and foreign-kernel.
#pragma once
#include "frontend/expand/state.hpp"

namespace nova {

/// Scans `(foreign (f : t) ...)`: defines each name as a new global, and adds the form as pending.
void scan_foreign(ExpanderState& ex, const Datum& form);
/// Scans `(foreign-c (f : t) "text")`: as scan_foreign, and notes the C text, or the path of the file that has it.
void scan_foreign_c(ExpanderState& ex, const Datum& form);
/// Scans `(foreign-cuda (f : t) "text" (reference g) (within 1 ulp))`: as scan_foreign_c, for a CUDA device function.
void scan_foreign_cuda(ExpanderState& ex, const Datum& form);
/// Scans `(foreign-kernel (f : t) "text" (result t n) (grid threads block) (reference g))`: as scan_foreign_c, for a
/// whole CUDA kernel.
void scan_foreign_kernel(ExpanderState& ex, const Datum& form);
/// Expands the reference and the geometry of the CUDA text that the form `p` declares.
void finish_cuda(ExpanderState& ex, const PendingForm& p);

} // namespace nova
