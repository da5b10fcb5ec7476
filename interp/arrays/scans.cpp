// Prefix scans: scan and exscan, in the ordered shape of runtime/shape.hpp.
#include "interp/arrays/arrays.hpp"
#include "interp/arrays/elements.hpp"
#include "interp/arrays/operators.hpp"
#include "interp/associativity.hpp"
#include "runtime/shape.hpp"

namespace nova::arrays {

namespace {

template <bool before> Value scan_with(Machine& m, const Core& node, Args args) {
  const Array& x = args[2].array();
  test_operator(m, node, args[0], &args[1], x);
  if (std::optional<Value> y = scan_operator(m, args[0], args[1], x, before)) return std::move(*y);
  Caller call(m, args[0], 2);
  const Elements xs(x);
  Polling poll(m, xs.count());
  Results out(element_layout(m, node.type), x.count());
  auto load = [&](int64_t k) { return poll(), xs[k]; };
  auto combine = [&](Value a, Value b) { return call(std::move(a), std::move(b)); };
  auto store = [&](int64_t, const Value& y) { out.push(y); };
  if constexpr (before)
    shape::exscan_ordered(x.count(), std::move(args[1]), load, combine, store);
  else
    shape::scan_ordered(x.count(), std::move(args[1]), load, combine, store);
  return vector_of(out.finish());
}

} // namespace

Value scan(Machine& m, const Core& node, Args args) { return scan_with<false>(m, node, args); }
Value exscan(Machine& m, const Core& node, Args args) { return scan_with<true>(m, node, args); }

} // namespace nova::arrays
