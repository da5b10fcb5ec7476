// Exhaustiveness and usefulness of patterns, by Maranget's matrices ("Warnings for pattern matching", JFP
// 2007). An arm is useful if some value reaches it. A match is exhaustive if every value matches some arm. The
// patterns must have passed type inference.
#pragma once
#include "frontend/core/core.hpp"
#include <optional>

namespace nova {

struct MatchFacts {
  std::vector<uint32_t> unreachable;  ///< indices of the arms that no value reaches
  std::optional<std::string> missing; ///< a pattern, as text, of values that no arm matches
  bool too_large = false;             ///< whether the examination gave up, as it may take exponential time
};

/// Examines the patterns of a match's arms, which are given in the order in which they are tried.
MatchFacts examine_match(std::span<const CorePattern* const> arms, const Types& types,
                         const Symbols& symbols);

} // namespace nova
