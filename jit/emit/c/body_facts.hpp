// Questions to bodies that decide how they are printed.
#pragma once
#include "jit/analysis/kernels.hpp"
#include <vector>

namespace nova::plan {

/// May running the body end the run? Otherwise it is arithmetic and reads, whose checks can wait for the end:
/// behind a check that failed, element 0 is read.
bool stops(const Body& b);
/// Or does it read behind a check, where nothing may be read that is not there?
bool stops_or_reads(const Body& b);
/// Numbers, reads and branches alone.
bool is_arithmetic(const Stm& s);
bool is_arithmetic(const Body& b);
/// May a round run twice?
bool is_pure(const Body& b);
/// Are there functions that no machine computes side by side, since few arguments take another way? The
/// compiler is long over each of their copies.
bool has_trigonometry(const Body& b);
/// Reads of an element at places that it has read.
std::vector<const Stm*> gathered(const Body& b);

} // namespace nova::plan
