// A fault is a run-time error without a source location: an error code, and the values for its message. The
// interpreter catches it at the expression that it is evaluating, and turns it into a Diagnostic with that location.
#pragma once
#include <string>
#include <utility>
#include <vector>

namespace nova {

/// `code` names a row of frontend/diagnostics/*.def ("E0401"); `args` replace {0}, {1}, .. in the row's text.
struct Fault {
  std::string code;
  std::vector<std::string> args;
};

/// Returns the arguments of error E0601 for the case that the system has no memory for `what`, although the limit
/// would allow it.
inline std::vector<std::string> no_memory_left(std::string what) {
  return {std::move(what), "all that the machine gives", "none"};
}

[[noreturn]] inline void fail(std::string code, std::vector<std::string> args = {}) {
  throw Fault{std::move(code), std::move(args)};
}

} // namespace nova
