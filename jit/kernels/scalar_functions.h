// All scalar functions in one text; CMake has the preprocessor expand it, so that nothing is left but definitions.
#define NOVA_RUNTIME_SCALAR_MACHINE_H // stays outside: the compiler of the text knows the machine
#include "runtime/scalar/scalar_math.h"
#include "runtime/scalar/scalar_decimal.h"
#include "runtime/scalar/scalar_ops.h"
