// All scalar functions in one text; CMake has the preprocessor expand it, so that nothing is left but definitions.
#include "runtime/scalar_math.h"
#include "runtime/scalar_decimal.h"
#include "runtime/scalar_ops.h"
