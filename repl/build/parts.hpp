// What parameters and results of Nova's types are in C.
#pragma once
#include "frontend/core/types.hpp"
#include "jit/emit/ahead/ahead.hpp"
#include <string>
#include <vector>

namespace nova {

struct Frontend;
class RecursiveTypes;

/// Appends the parts of a value of the concrete type, in the order of the flat layout (values/flat_layout.hpp). Returns why
/// there are none: "", or for example "a function". `name`: the value's name in C.
std::string append_parts(Frontend& f, const RecursiveTypes& recursive, TypeId type, const std::string& name,
                         std::vector<plan::AheadPart>& out);
/// Returns how many parts values of the type have.
size_t count_parts(Frontend& f, TypeId type);
/// Whether the parts hold values of recursive types.
bool has_cells(const std::vector<plan::AheadPart>& parts);

/// Returns a name of the program as one in C.
std::string c_name(const std::string& name);

} // namespace nova
