// Run-time tests of the operators of reduce and scan, which have to be associative; the operator of reduce-comm also
// has to be commutative. The operator is called on a few elements of the vector. A counterexample is reported as a
// warning, once for each call site.
#pragma once
#include "interp/machine.hpp"

namespace nova {

/// Tests the operator f on a few elements of x. If x has only two elements, also uses `start`, the start value,
/// unless it is null. Reports a counterexample as a warning at `node`, the call of reduce or scan: W0401 if f is not
/// associative, W0402 if f is not commutative (tested only for reduce-comm). Ignores errors in the calls of f, except
/// for limits of memory, depth or time (E06..).
void test_operator(Machine& m, const Core& node, const Value& f, const Value* start, const Array& x);

} // namespace nova
