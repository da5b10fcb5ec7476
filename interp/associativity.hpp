// reduce and scan ask for an associative operator, reduce-comm for one that commutes too. A few elements of the data at
// hand are tried, and a counterexample is shown as a warning, once for each call site.
#pragma once
#include "interp/machine.hpp"

namespace nova {

/// Tries f on elements of x (and on the start value, where there is one): a few calls at most, none of which can fail.
/// Warns W0401 (not associative) or W0402 (reduce-comm: not commutative) at the node.
void test_operator(Machine& m, const Core& node, const Value& f, const Value* start, const Array& x);

} // namespace nova
