// Lowers concrete Core to a plan. Functions that are known where they are called are inlined or become loop bodies.
// Tuples and nested vectors are represented by several plan variables (values/flat_layout.hpp). Local variables that
// a loop assigns to are part of the loop's state.
#pragma once
#include "frontend/monomorphise/monomorphise.hpp"
#include "jit/values/inputs.hpp"

namespace nova::plan {

/// The reasons for which a form gets no plan: a value for each row of refusals.def.
enum class NoPlan : uint8_t {
#define NOVA_REFUSAL(name, too_large, text) name,
#include "jit/lower/refusals.def"
#undef NOVA_REFUSAL
};

/// Why a form got no plan and is left to the interpreter, as `:why` reports it.
struct Refusal {
  NoPlan row = NoPlan::NotConcrete;
  /// the row's text, for example "it calls a function that is not known here"
  std::string reason;
  Span span;              ///< the part of the form that cannot be lowered
  bool always = true;     ///< whether the form is refused whatever function values its inputs hold
  bool too_large = false; ///< whether the form is refused only because its plan would be too large
  /// if not `always`: functions in the inputs; the refusal holds for these alone
  std::vector<KnownFunction> functions{};
};

/// What a plan is for, if not for Nova's own tiers.
struct LowerOptions {
  bool tells = false;     ///< whether Checks have all numbers of their messages
  bool texts = false;     ///< whether they have texts, too; requires `tells`
  bool libraries = false; ///< whether the plan may call functions of libraries
};

/// Returns the form's plan. If the form cannot be lowered, returns nothing and sets `why` to the reason. `mono` has
/// the definitions that the form names. `known` returns the function values in the form's inputs.
std::optional<Lowered> lower(const Core& form, Monomorphiser& mono, Frontend& frontend, Refusal& why,
                             KnownValues known = {}, LowerOptions options = {});

} // namespace nova::plan
