// The tail calls between a call that is active and the function that runs for it. A tail call takes the place of its
// caller, so a run keeps no trace of it. An error finds them again in the program.
#pragma once
#include "frontend/monomorphise/monomorphise.hpp"
#include <vector>

namespace nova {

/// Returns the function that the node `site` calls, as its Lambda, if the program tells; else null. A node that calls
/// its function for each element, as map does, has it as its first item too.
const Core* called_lambda(const Monomorphiser& mono, const Core& site);

/// Returns the tail calls, outermost first, by which the body of the Lambda `from` comes to run the Lambda `to`. Returns
/// none if there is no such path, or if the shortest is not the only one of its length.
std::vector<const Core*> tail_path(const Monomorphiser& mono, const Core& from, const Core& to);

} // namespace nova
