// Concrete core -> plan. Functions that are known where they are called are inlined or become bodies; tuples and nested
// vectors are spread (flat.hpp); local variables that are set become loop state.
#pragma once
#include "frontend/monomorphise.hpp"
#include "jit/plan.hpp"
#include <optional>

namespace nova::plan {

/// Where a plan's inputs come from: a slot of the frame in which the form stands, or a definition's value.
struct Input {
  enum Kind : uint8_t { Slot, Global } kind = Slot;
  uint32_t index = 0;
  TypeId type{};               ///< unit, without variables, for a definition that only has to have run
};

struct Lowered {
  Plan plan;
  std::vector<Input> inputs; ///< each one's variables are the plan's next params, in flat order
  TypeId type{};             ///< of the result
};

/// Why a form stays with the interpreter: said by `:why`.
struct Refusal {
  std::string reason; ///< "it calls a function that is not known here"
  Span span;
};

/// A form's plan, or why there is none. `mono` gives the definitions that it names.
std::optional<Lowered> lower(const Core& form, const Monomorphiser& mono, Frontend& frontend, Refusal& why);

} // namespace nova::plan
