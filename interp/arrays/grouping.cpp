// Sorting and grouping by keys that a function computes: sort-by, group-by.
#include "interp/arrays/arrays.hpp"
#include "interp/arrays/order.hpp"

namespace nova::arrays {

namespace {

/// Returns the array of the keys (f e) of all elements e of x, where args[0] is f and args[1] is x.
Array keys_of(Machine& m, const Core& node, Args args) {
  const Array& x = args[1].array();
  Types& types = m.frontend.types;
  Results keys(m.layout(types.resolve(types.arg(types.resolve(node.items[0]->type), 1))), x.count());
  int64_t k = 0;
  Caller call(m, args[0], 1);
  call.follows({node, args, 1, 1, k});
  const Elements xs(x);
  Polling poll(m, xs.count());
  for (; k < xs.count(); ++k, poll()) keys.push(call(xs[k]));
  return Array(keys.finish());
}

/// Returns the index in `order` at which each group of equal keys begins, and then the number of keys, at which the
/// last group ends. `order` has the indices that sort the keys.
std::vector<int64_t, CountingAllocator<int64_t>> group_borders(Machine& m, const Array& keys,
                                                               const Indices& order) {
  std::vector<int64_t, CountingAllocator<int64_t>> borders;
  Polling poll(m, keys.count());
  for (int64_t k = 0; k < keys.count(); ++k, poll())
    if (k == 0 || compare_elements(keys, order[k - 1], order[k]) != 0) borders.push_back(k);
  borders.push_back(keys.count());
  return borders;
}

} // namespace

Value sort_by(Machine& m, const Core& node, Args args) {
  const Array& x = args[1].array();
  return vector_of(gathered(m, x, ascending(m, keys_of(m, node, args)).span()));
}

Value group_by(Machine& m, const Core& node, Args args) {
  const Array& x = args[1].array();
  const Array keys = keys_of(m, node, args);
  const Indices order = ascending(m, keys);
  const auto borders = group_borders(m, keys, order);
  const auto groups = static_cast<int64_t>(borders.size()) - 1;
  Indices offsets(groups + 1), firsts(groups);
  Polling poll(m);
  for (int64_t g = 0; g <= groups; ++g, poll()) offsets[g] = borders[size_t(g)];
  for (int64_t g = 0; g < groups; ++g, poll()) firsts[g] = order[offsets[g]];
  Types& types = m.frontend.types;
  const TypeId pair = types.element_of(node.type);
  ColumnRef members =
      rows_column(m.layout(types.arg(pair, 1)), gathered(m, x, order.span()), offsets.buffer());
  return vector_of(zip_columns(m.layout(pair), {gathered(m, keys, firsts.span()), std::move(members)}));
}

} // namespace nova::arrays
