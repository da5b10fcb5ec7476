// Operators of other languages, and names that Nova has by another word. A part of expressions.hpp.
#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace nova {

/// A binary operator: how other languages write it, Nova's function for it, and how tightly it binds.
struct Operator {
  std::string_view sign, function;
  int level;
};

inline constexpr int comparison_level = 3, backquote_level = 6, prefix_level = 7, highest_level = 8;

/// Returns the operator of a sign; null if it is none.
const Operator* find_operator(std::string_view sign);

/// Returns an operator with its operands; nothing where it means something else of texts.
std::optional<std::string> applied(const Operator& o, const std::string& a, const std::string& b,
                                   bool backquoted = false);

/// Returns the operator of each element, where a side that is a numeral is the same for all.
std::optional<std::string> for_each(const Operator& o, const std::string& a, const std::string& b);

/// Returns Nova's name for one of another language.
std::string renaming(std::string_view name);

} // namespace nova
