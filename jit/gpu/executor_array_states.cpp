// Runs reductions and scans whose states hold columns, with a device. The host walks through the tree in which the
// elements are combined (runtime/shape.hpp), and launches kernels for the work on each element or state.
#include "jit/gpu/executor.hpp"
#include "runtime/shape.hpp"
#include <algorithm>
#include <cstring>

namespace nova::plan::gpu {

/// Runs the body on two states, or on a state and an index, and returns its results.
State PlanExecutor::of(const Body& b, const State& x, const State& y) {
  run_.poll();
  for (size_t k = 0; k < x.size(); ++k) run_.item(b.params[k]) = x[k];
  for (size_t k = 0; k < y.size(); ++k) run_.item(b.params[x.size() + k]) = y[k];
  run(b);
  return run_.state(b.results);
}

State PlanExecutor::of(const Body& b, const State& x, int64_t i) {
  return of(b, x, State{{static_cast<uint64_t>(i), nullptr, nullptr, true}});
}

void PlanExecutor::reduce_states(const Stm& s) {
  const State init = run_.state(std::span(s.args).subspan(1));
  const int64_t n = run_.count(s.args[0]);
  const auto join = [&](const State& x, const State& y) { return of(s.bodies[1], x, y); };
  const auto load = [&](int64_t k) { return of(s.bodies[0], {}, k); };
  if (s.op == Op::Accumulate) {
    const auto step = [&](const State& x, int64_t k) { return of(s.bodies[0], x, k); };
    return run_.bind(s.outs, shape::accumulate_lane<State>(n, init, step, join));
  }
  const std::optional<State> tree = s.shape == Shape::Lane ? shape::reduce_lane<State>(n, load, join)
                                                           : shape::reduce_ordered<State>(n, load, join);
  run_.bind(s.outs, !tree ? init : s.start ? join(init, *tree) : *tree);
}

/// Computes the scan's value for each element, and then stores the values in columns.
void PlanExecutor::scan_states(const Stm& s) {
  const int64_t n = run_.count(s.args[0]);
  std::vector<State> values, lengths;
  const auto join = [&](const State& x, const State& y) { return of(s.bodies[1], x, y); };
  const auto load = [&](int64_t k) { return of(s.bodies[0], {}, k); };
  const auto store = [&](int64_t, const State& y) {
    values.push_back(y), lengths.push_back(of(*sizes_of(s), y, State()));
  };
  State init = run_.state(std::span(s.args).subspan(1));
  if (s.exclusive)
    shape::exscan_ordered(n, std::move(init), load, join, store);
  else
    shape::scan_ordered(n, std::move(init), load, join, store);
  for (size_t k = 0, out = 0, c = 0; k < s.bodies[0].results.size(); ++k, ++out)
    if (run_.plan[s.bodies[0].results[k]].column)
      store_rows(s.outs[out], s.outs[out + 1], values, lengths, k, c), ++out, ++c;
    else
      store_scalars(s.outs[out], values, k);
}

void PlanExecutor::store_scalars(Var out, const std::vector<State>& values, size_t part) {
  const DeviceBufferRef to = run_.column(out, static_cast<int64_t>(values.size()));
  std::vector<char> bytes(to->bytes);
  for (size_t i = 0; i < values.size(); ++i)
    std::memcpy(bytes.data() + i * run_.size(out), &values[i][part].bits, run_.size(out));
  run_.device.upload(to->place, bytes.data(), bytes.size());
}

void PlanExecutor::store_rows(Var offsets, Var items, const std::vector<State>& values,
                              const std::vector<State>& lengths, size_t part, size_t column_number) {
  std::vector<int64_t> ends{0};
  for (const State& l : lengths)
    ends.push_back(ends.back() + std::max<int64_t>(0, static_cast<int64_t>(l[column_number].bits)));
  const DeviceBufferRef starts = run_.column(offsets, static_cast<int64_t>(ends.size())),
                        to = run_.column(items, ends.back());
  run_.device.upload(starts->place, ends.data(), ends.size() * sizeof(int64_t));
  for (size_t i = 0; i < values.size(); ++i)
    if (ends[i + 1] > ends[i])
      run_.device.copy(to->place + static_cast<uint64_t>(ends[i]) * run_.size(items), values[i][part].place,
                       static_cast<uint64_t>(ends[i + 1] - ends[i]) * run_.size(items));
}

} // namespace nova::plan::gpu
