// The table of the functions that implement the array and effect built-ins: each row of the .def files names one.
#include "interp/arrays/arrays.hpp"

namespace nova {

BuiltinFunction array_builtin(BuiltinId of) {
  switch (of) {
#define NOVA_BUILTIN(id, function, ...)                                                                      \
  case BuiltinId::id:                                                                                        \
    return arrays::function;
#include "frontend/builtins/arrays.def"
#include "frontend/builtins/effects.def"
#undef NOVA_BUILTIN
  default: return nullptr;
  }
}

} // namespace nova
