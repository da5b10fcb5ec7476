// Reductions and scans of states that hold columns, beside a device: the shape is walked through here, what
// is done with elements and states is kernels.
#include "jit/gpu/executor.hpp"
#include "runtime/shape.hpp"
#include <algorithm>
#include <cstring>

namespace nova::plan::gpu {

/// What a body gives for two states, or for a state and an index.
State Walk::of(const Body& b, const State& x, const State& y) {
  if (poll_) poll_();
  for (size_t k = 0; k < x.size(); ++k) item(b.params[k]) = x[k];
  for (size_t k = 0; k < y.size(); ++k) item(b.params[x.size() + k]) = y[k];
  run(b);
  return state(b.results);
}

State Walk::of(const Body& b, const State& x, int64_t i) {
  return of(b, x, State{{static_cast<uint64_t>(i), nullptr, nullptr, true}});
}

void Walk::reduce_states(const Stm& s) {
  const State init = state(std::span(s.args).subspan(1));
  const int64_t n = count(s.args[0]);
  const auto join = [&](const State& x, const State& y) { return of(s.bodies[1], x, y); };
  const auto load = [&](int64_t k) { return of(s.bodies[0], {}, k); };
  if (s.op == Op::Accumulate) {
    const auto step = [&](const State& x, int64_t k) { return of(s.bodies[0], x, k); };
    return bind(s.outs, shape::accumulate_lane<State>(n, init, step, join));
  }
  const std::optional<State> tree = s.shape == Shape::Lane ? shape::reduce_lane<State>(n, load, join)
                                                           : shape::reduce_ordered<State>(n, load, join);
  bind(s.outs, !tree ? init : s.start ? join(init, *tree) : *tree);
}

/// The values after each element, and then the columns that hold them.
void Walk::scan_states(const Stm& s) {
  const int64_t n = count(s.args[0]);
  std::vector<State> values, lengths;
  const auto join = [&](const State& x, const State& y) { return of(s.bodies[1], x, y); };
  const auto load = [&](int64_t k) { return of(s.bodies[0], {}, k); };
  const auto store = [&](int64_t, const State& y) {
    values.push_back(y), lengths.push_back(of(*sizes_of(s), y, State()));
  };
  State init = state(std::span(s.args).subspan(1));
  if (s.exclusive)
    shape::exscan_ordered(n, std::move(init), load, join, store);
  else
    shape::scan_ordered(n, std::move(init), load, join, store);
  for (size_t k = 0, out = 0, c = 0; k < s.bodies[0].results.size(); ++k, ++out)
    if (plan_[s.bodies[0].results[k]].column)
      store_rows(s.outs[out], s.outs[out + 1], values, lengths, k, c), ++out, ++c;
    else
      store_scalars(s.outs[out], values, k);
}

void Walk::store_scalars(Var out, const std::vector<State>& values, size_t part) {
  const DeviceBufferRef to = column(out, static_cast<int64_t>(values.size()));
  std::vector<char> bytes(to->bytes);
  for (size_t i = 0; i < values.size(); ++i)
    std::memcpy(bytes.data() + i * size(out), &values[i][part].bits, size(out));
  device_.upload(to->place, bytes.data(), bytes.size());
}

void Walk::store_rows(Var offsets, Var items, const std::vector<State>& values,
                      const std::vector<State>& lengths, size_t part, size_t column_number) {
  std::vector<int64_t> ends{0};
  for (const State& l : lengths)
    ends.push_back(ends.back() + std::max<int64_t>(0, static_cast<int64_t>(l[column_number].bits)));
  const DeviceBufferRef starts = column(offsets, static_cast<int64_t>(ends.size())),
                        to = column(items, ends.back());
  device_.upload(starts->place, ends.data(), ends.size() * sizeof(int64_t));
  for (size_t i = 0; i < values.size(); ++i)
    if (ends[i + 1] > ends[i])
      device_.copy(to->place + static_cast<uint64_t>(ends[i]) * size(items), values[i][part].place,
                   static_cast<uint64_t>(ends[i + 1] - ends[i]) * size(items));
}

} // namespace nova::plan::gpu
