// Functions of Haskell by signature and equations: `add :: Int -> Int -> Int`, and `add a b = a + b` in the lines below.
#pragma once
#include "frontend/read/other/definitions.hpp"

namespace nova {

/// Returns a type of Haskell as Nova writes it, or `t` for one that Nova does not have by that name.
std::string type_or(std::string_view type);

/// Returns the definition that the signature, and the equations behind it in the block, stand for; nothing if the line
/// is no signature.
std::optional<OtherMeaning> signature_meaning(const OtherText& t);

/// Returns the function of the equations of one name that begin at the block: one equation, or branches of a match.
/// `types` are those of its parameters and of its result, as Nova writes them; it may be empty, and so may each of them.
/// Returns nothing if an equation has other patterns than names and literals.
std::optional<std::string> function_of_equations(std::string_view block, std::span<const std::string> types);

} // namespace nova
