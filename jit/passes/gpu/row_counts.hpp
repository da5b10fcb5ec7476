// What a GPU's plan counts before it chooses how rows are computed (private to jit/passes/gpu).
#pragma once
#include "jit/plan/builder.hpp"

namespace nova::plan {

/// Up to so many rows leave threads of a large GPU idle, if one thread computes each.
constexpr int64_t few_rows = 64 * 1024;

/// Emits the sum of of(i), an int, for all i below n.
template <class F> Var sum_of(Builder& b, Var n, F of) {
  Stm sum{.op = Op::Reduce, .args = {n, b.integer(0)}, .shape = Shape::Lane, .start = true};
  sum.bodies.push_back(b.loop_body([&](Var i) { return Vars{of(i)}; }));
  const Vars both{b.index(), b.index()};
  sum.bodies.push_back(b.body(both, [&] { return Vars{b.add(both[0], both[1])}; }));
  return b.emit(std::move(sum), {Element::I64, false});
}

} // namespace nova::plan
