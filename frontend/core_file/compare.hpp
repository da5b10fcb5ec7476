// Compares a core file with the Core that the checker has made of it.
#pragma once
#include "frontend/state/frontend.hpp"

namespace nova {

/// Reports (E0227) the first place of each form at which the core file `data` differs from the text that `--dump core`
/// prints of `forms`, its checked forms. The numbers of variables and the names of type variables may differ.
void compare_core(Frontend& f, std::span<const Datum* const> data, std::span<const CoreTop> forms);

} // namespace nova
