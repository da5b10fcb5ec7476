// What parameters and results of Nova's types are in C.
#pragma once
#include "frontend/core/types.hpp"
#include "jit/emit/ahead/ahead.hpp"
#include "repl/build/names.hpp"
#include <optional>
#include <string>
#include <vector>

namespace nova {

struct Frontend;
class RecursiveTypes;

/// Why a value has no parts in C: it is, for example, "a function".
struct NoParts {
  std::string value;
  bool has_functions = false; ///< whether it is a function, or holds some
};

/// Appends the parts of a value of the concrete type, in the order of the flat layout (values/flat_layout.hpp), or returns why
/// there are none. `name`: the value's name in C.
std::optional<NoParts> append_parts(Frontend& f, const RecursiveTypes& recursive, TypeId type,
                                    const std::string& name, PartNames& names,
                                    std::vector<plan::AheadPart>& out);
/// Returns how many parts values of the type have.
size_t count_parts(Frontend& f, TypeId type);

} // namespace nova
