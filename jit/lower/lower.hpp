// Lowers concrete Core to a plan. Functions that are known where they are called are inlined or become bodies. Tuples
// and nested vectors are spread over variables (values/flat_layout.hpp). Local variables that are set become loop
// state.
#pragma once
#include "frontend/monomorphise/monomorphise.hpp"
#include "jit/values/inputs.hpp"

namespace nova::plan {

/// Why a form stays with the interpreter, as `:why` reports it.
/// Why a form has no plan: the rows of refusals.def.
enum class NoPlan : uint8_t {
#define NOVA_REFUSAL(name, too_large, text) name,
#include "jit/lower/refusals.def"
#undef NOVA_REFUSAL
};

struct Refusal {
  NoPlan row = NoPlan::NotConcrete;
  std::string reason; ///< the row's text, as "it calls a function that is not known here"
  Span span;
  bool always = true;     ///< whether it holds for all function values from outside
  bool too_large = false; ///< whether the form's length is the only reason
  std::vector<KnownFunction> functions{};
};

/// Returns the form's plan, or nothing and the reason in `why`. `mono` has the definitions that the form names;
/// `known` has what is known of function values from outside.
std::optional<Lowered> lower(const Core& form, Monomorphiser& mono, Frontend& frontend, Refusal& why,
                             KnownValues known = {});

} // namespace nova::plan
