// kernels/c/test_inputs.h for Nova's own code.
#pragma once
#include "runtime/scalar/scalar_narrow.h" // must come first, since host.h uses its names

#include "jit/kernels/c/test_inputs.h"
