// Copies of a loop's first state, for passes that let loops overwrite their state.
#pragma once
#include "jit/analysis/uniqueness.hpp"

namespace nova::plan {

/// Copies, before each loop, the columns that `uniqueness` lists as borrowed. Returns whether there are any.
bool copy_borrowed(Plan& plan, const Uniqueness& uniqueness);

} // namespace nova::plan
