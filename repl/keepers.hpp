// Which definitions an expression names, what that means for it, and who keeps an old one when a name is
// defined anew.
#pragma once
#include "frontend/frontend.hpp"
#include <functional>
#include <string>
#include <vector>

namespace nova {

/// Calls f with every definition that an expression names; deep expressions cost heap.
void for_each_definition(const Core& expression, const std::function<void(GlobalId)>& f);

/// May it do IO, itself or in what it names?
bool does_io(const Frontend& f, const Core& expression);

/// The last definition before, the prelude's included, that has the same name.
std::optional<GlobalId> defined_before(const Frontend& f, GlobalId g);

/// The definitions, by name and in their order, that use what the name of `g` meant before, themselves or by others that
/// do; those of which `counts` holds, and that are still meant by their own names.
std::vector<std::string> keepers_of(const Frontend& f, GlobalId g,
                                    const std::function<bool(GlobalId)>& counts);

/// The same of a type: its values, and the functions that take or give some.
std::vector<std::string> keepers_of_type(const Frontend& f, TypeDeclId t, const std::function<bool(GlobalId)>& counts);

} // namespace nova
