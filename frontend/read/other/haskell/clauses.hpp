// Parts of Haskell's definitions that stand in lines of their own: `where`, `do`, and actions joined by `>>=`.
#pragma once
#include "frontend/read/other/definitions.hpp"

namespace nova {

/// A text without its `where`, and what that defines, as forms of Nova with a blank behind each.
struct WhereClause {
  std::string_view head;
  std::string definitions;
};

/// Splits a definition at its `where`; without one, all of it is the head. Returns nothing if what it defines is not
/// understood.
std::optional<WhereClause> split_where(std::string_view block);

/// Returns the function of equations that semicolons divide, or that stand behind `let`: f 0 = 1; f n = n * f (n - 1).
std::optional<OtherMeaning> equations_meaning(const OtherText& t);

/// Returns the meaning of `main = do ..`, `do { .. }` and `f x = do ..`: their actions one after the other.
std::optional<OtherMeaning> actions_meaning(const OtherText& t);

/// Returns the meaning of `m >>= f`.
std::optional<OtherMeaning> bind_meaning(const OtherText& t);

} // namespace nova
