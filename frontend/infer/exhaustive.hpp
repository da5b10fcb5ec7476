// Exhaustiveness and usefulness of patterns, by Maranget's matrices ("Warnings for pattern matching", JFP
// 2007): an arm is useful if some value reaches it; a match is exhaustive if no value is left over. Types are
// known to fit.
#pragma once
#include "frontend/core/core.hpp"
#include <optional>

namespace nova {

struct MatchFacts {
  std::vector<uint32_t> unreachable;  ///< arms that no value reaches
  std::optional<std::string> missing; ///< a pattern of values that no arm takes, as text
  bool too_large = false;             ///< given up: patterns may take exponential time
};

MatchFacts examine_match(std::span<const CorePattern* const> arms, const Types& types,
                         const Symbols& symbols);

} // namespace nova
