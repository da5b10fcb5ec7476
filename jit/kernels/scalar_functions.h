// All scalar functions as one text. At build time the preprocessor expands it, so that only definitions remain.
#define NOVA_RUNTIME_SCALAR_MACHINE_H // leaves scalar_machine.h out: it must be compiled for the target of the generated text
#include "runtime/scalar/scalar_math.h"
#include "runtime/scalar/scalar_decimal.h"
#include "runtime/scalar/scalar_ops.h"
#include "runtime/scalar/scalar_narrow.h"
