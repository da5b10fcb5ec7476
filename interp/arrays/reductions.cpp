// Reductions of vectors to one value: reduce, reduce-comm, accumulate, foldl; and reduce-by-index, a left fold for
// each index. The shapes in which reduce combines are in runtime/shape.hpp.
#include "interp/arrays/arrays.hpp"
#include "interp/arrays/elements.hpp"
#include "interp/arrays/operators.hpp"
#include "interp/associativity.hpp"
#include "runtime/shape.hpp"

namespace nova::arrays {

namespace {

bool lane_shape(const Core& node) { return node.number == 1 || node.builtin != BuiltinId::Reduce; }

/// Reduces x by f, without a start value, in the lane shape or the ordered shape, as lane_shape(node) says. Returns
/// nothing if x is empty.
std::optional<Value> tree_of(Machine& m, const Core& node, const Value& f, const Array& x) {
  if (x.count() == 0) return {};
  if (std::optional<Value> tree = reduce_operator(m, f, x, lane_shape(node))) return tree;
  Caller call(m, f, 2);
  const Elements xs(x);
  Polling poll(m, xs.count());
  auto load = [&](int64_t k) { return poll(), xs[k]; };
  auto combine = [&](Value a, Value b) { return call(std::move(a), std::move(b)); };
  if (lane_shape(node)) return shape::reduce_lane<Value>(xs.count(), load, combine);
  return shape::reduce_ordered<Value>(xs.count(), load, combine);
}

} // namespace

Value reduce(Machine& m, const Core& node, Args args) {
  const bool started = args.size() == 3;
  const Array& x = args.back().array();
  if (!started && x.count() == 0) fail("E0407", {std::string(builtin(node.builtin).spelling)});
  test_operator(m, node, args[0], started ? &args[1] : nullptr, x);
  std::optional<Value> tree = tree_of(m, node, args[0], x);
  if (!started) return std::move(*tree);
  if (!tree) return std::move(args[1]);
  return Caller(m, args[0], 2)(std::move(args[1]), std::move(*tree));
}

Value accumulate(Machine& m, const Core& node, Args args) {
  const Args vectors = args.subspan(3);
  check_lengths("accumulate", vectors, 4);
  const auto arity = static_cast<uint32_t>(vectors.size() + 1);
  int64_t now = 0;
  Caller step_call(m, args[0], arity), combine_call(m, args[1], 2);
  step_call.follows({node, args, 3, vectors.size(), now});
  Polling poll(m, vectors[0].array().count());
  std::vector<Elements> xs;
  for (const Value& v : vectors) xs.emplace_back(v.array());
  std::vector<Value> each(arity);
  auto step = [&](Value acc, int64_t k) {
    poll();
    each[0] = std::move(acc), now = k;
    for (size_t v = 0; v < xs.size(); ++v) each[v + 1] = xs[v][k];
    return step_call(std::span(each));
  };
  auto combine = [&](Value a, Value b) { return combine_call(std::move(a), std::move(b)); };
  return shape::accumulate_lane<Value>(xs[0].count(), std::move(args[2]), step, combine);
}

/// Returns the state of a left fold after all elements, and calls `seen` with each state, the first one included.
static Value fold_left(Machine& m, const Core& node, Args args, const auto& seen) {
  int64_t k = 0;
  Caller call(m, args[0], 2);
  call.follows({node, args, 2, 1, k});
  const Elements xs(args[2].array());
  Polling poll(m, xs.count());
  Value acc = std::move(args[1]);
  seen(acc);
  for (; k < xs.count(); ++k, poll()) acc = call(std::move(acc), xs[k]), seen(acc);
  return acc;
}

Value foldl(Machine& m, const Core& node, Args args) {
  return fold_left(m, node, args, [](const Value&) {});
}

Value scanl(Machine& m, const Core& node, Args args) {
  Results states(element_layout(m, node.type), args[2].array().count() + 1);
  fold_left(m, node, args, [&](const Value& state) { states.push(state); });
  return vector_of(states.finish());
}

Value reduce_by_index(Machine& m, const Core& node, Args args) {
  const Array &d = args[0].array(), &is = args[3].array(), &x = args[4].array();
  check_lengths("reduce-by-index", args.subspan(3), 4);
  int64_t k = 0;
  Caller call(m, args[1], 2);
  call.follows({node, args, 4, 1, k});
  const Elements ds(d), xs(x);
  Polling poll(m, d.count() + x.count());
  std::vector<Value, CountingAllocator<Value>> y;
  y.reserve(static_cast<size_t>(d.count()));
  for (int64_t j = 0; j < d.count(); ++j, poll()) y.push_back(ds[j]);
  for (; k < x.count(); ++k, poll()) {
    const int64_t j = is.data<int64_t>()[k];
    check_index(j, d.count(), k);
    y[size_t(j)] = call(std::move(y[size_t(j)]), xs[k]);
  }
  Results out(d.layout(), d.count());
  for (Value& v : y) out.push(v);
  return vector_of(out.finish());
}

} // namespace nova::arrays
