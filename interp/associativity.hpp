// Tests of operators. reduce and scan require an associative operator, and that of reduce-comm has to commute too. A
// few elements of the data are tried. A counterexample is reported as a warning, once for each call site.
#pragma once
#include "interp/machine.hpp"

namespace nova {

/// Tries f on a few elements of x (and on the start value, unless `start` is null). Warns at the node with W0401 (not
/// associative) or W0402 (reduce-comm: not commutative). Errors in the calls are ignored, except for limits (E06..).
void test_operator(Machine& m, const Core& node, const Value& f, const Value* start, const Array& x);

} // namespace nova
