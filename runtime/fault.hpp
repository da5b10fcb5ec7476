// A fault is a run-time error before its place is known: what went wrong and the offending numbers.
// The interpreter catches it at the expression being evaluated and turns it into a located Diagnostic. Faults are
// the only exceptions that cross rooms (runtime throws, interp catches).
#pragma once
#include <string>
#include <utility>
#include <vector>

namespace nova {

/// `code` is a row of frontend/diagnostics/*.def ("E0401"), `args` fill the row's {0} {1} ...
struct Fault {
  std::string code;
  std::vector<std::string> args;
};

/// What E0601 says where the machine gives no memory for `what`, whatever the limit is.
inline std::vector<std::string> no_memory_left(std::string what) {
  return {std::move(what), "all that the machine gives", "none"};
}

[[noreturn]] inline void fail(std::string code, std::vector<std::string> args = {}) {
  throw Fault{std::move(code), std::move(args)};
}

} // namespace nova
