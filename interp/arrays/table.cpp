// Which function gives each array and effect built-in its meaning: the one that its row names.
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
