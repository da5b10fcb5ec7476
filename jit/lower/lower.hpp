// Concrete core -> plan. Functions that are known where they are called are inlined or become bodies; tuples and nested
// vectors are spread (values/flat_layout.hpp); local variables that are set become loop state.
#pragma once
#include "frontend/monomorphise/monomorphise.hpp"
#include "jit/values/inputs.hpp"

namespace nova::plan {

/// Why a form stays with the interpreter: said by `:why`.
struct Refusal {
  std::string reason; ///< "it calls a function that is not known here"
  Span span;
  bool always = true;     ///< whatever function values it meets
  bool too_large = false; ///< for its length alone
  std::vector<KnownFunction> functions{};
};

/// A form's plan, or why there is none. `mono` gives the definitions that it names.
std::optional<Lowered> lower(const Core& form, Monomorphiser& mono, Frontend& frontend, Refusal& why,
                             KnownValues known = {});

} // namespace nova::plan
