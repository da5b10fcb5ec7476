// The tail calls between a call that is active and the function that runs for it. A tail call takes the place of its
// caller, so a run keeps no trace of it. An error finds them again in the program.
#pragma once
#include "frontend/monomorphise/monomorphise.hpp"
#include <vector>

namespace nova {

/// Returns the function that the node `site` calls, as its Lambda, if the program tells; else null. A node that calls
/// its function for each element, as map does, has it as its first item too.
const Core* called_lambda(const Monomorphiser& mono, const Core& site);

/// The tail calls on a path that are known, outermost first, and the Lambdas of functions that were called behind these, by
/// calls that are not known.
struct TailPath {
  std::vector<const Core*> calls, behind;
};

/// Returns the tail calls by which the body of the Lambda `from` comes to run the Lambda `to`: what all shortest paths
/// have in common.
TailPath tail_path(const Monomorphiser& mono, const Core& from, const Core& to);

} // namespace nova
