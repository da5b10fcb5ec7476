// Finds regular expressions that a function computes. C has no compiler for them.
#pragma once
#include "frontend/core/core.hpp"
#include "frontend/monomorphise/monomorphise.hpp"
#include "frontend/state/frontend.hpp"
#include <optional>
#include <string>
#include <vector>

namespace nova {

/// A pattern that is no literal, and the function that takes it.
struct ComputedPattern {
  Span at;
  std::string callee;
};

/// Returns the first computed pattern in an expression and in the functions that it reaches. `waiting`: instances of definitions
/// that are computed with the expression.
std::optional<ComputedPattern> computed_pattern(const Frontend& f, const Monomorphiser& mono, const Core& c,
                                                const std::vector<uint32_t>& waiting);

} // namespace nova
