// Rows of functions of other languages, each with its call in Nova. A part of calls.hpp.
#pragma once
#include <span>
#include <string>
#include <string_view>

namespace nova {

/// A function of another language with the call in Nova: $1 and $2 stand for its arguments, $* for all of them. `count`
/// is how many it takes, 0 if any number.
struct OtherCall {
  std::string_view name;
  size_t count;
  std::string_view call;
};

/// Returns the call with its arguments in place of $1, $2 and $*.
std::string filled(std::string_view pattern, std::span<const std::string> arguments);

/// Returns the row of a function; null if there is none.
const OtherCall* find_call(std::span<const OtherCall> table, std::string_view function);

} // namespace nova
