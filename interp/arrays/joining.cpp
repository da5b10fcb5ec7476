// The built-in join-by. The keys of both vectors are sorted together, so that equal keys become neighbours.
#include "interp/arrays/arrays.hpp"
#include "interp/arrays/order.hpp"
#include "runtime/lengths.hpp"

namespace nova::arrays {

namespace {

/// Appends to `keys` the keys of elements [begin, end) of a vector. `side` is 0 for the first vector and its function,
/// which are args[2] and args[0], and 1 for the second.
void push_keys(Machine& m, const Core& node, Args args, size_t side, int64_t begin, int64_t end,
               Results& keys) {
  int64_t k = begin;
  Caller call(m, args[side], 1);
  call.follows({node, args, 2 + side, 1, k});
  const Elements xs(args[2 + side].array());
  Polling poll(m, end - begin);
  for (; k < end; ++k, poll()) keys.push(call(xs[k]));
}

/// Returns the keys of both vectors, neither of which is empty: that of x[0], those of y, and those of the rest of x. That
/// is the order in which nested loops first need them, so the key that fails first is the same. If the node's number is
/// 1, the loops need the key of y[0] before that of x[0].
Array keys_of_both(Machine& m, const Core& node, Args args) {
  const int64_t n = args[2].array().count(), all = args[3].array().count();
  Types& types = m.frontend.types;
  const Layout* key = m.layout(types.resolve(types.arg(types.resolve(node.items[0]->type), 1)));
  Results made(key, checked_sum(n, all, first_element_size(*key)));
  if (node.number) push_keys(m, node, args, 1, 0, 1, made);
  push_keys(m, node, args, 0, 0, 1, made);
  push_keys(m, node, args, 1, node.number, all, made);
  push_keys(m, node, args, 0, 1, n, made);
  const Array keys(made.finish());
  if (!node.number) return keys;
  return Array(gathered(m, keys, n + all, [](int64_t k) { return k < 2 ? 1 - k : k; }));
}

/// Which elements of y fit each element of x. They are neighbours in `order`.
struct Matches {
  Indices order;         ///< the indices that sort keys_of_both
  Indices first, number; ///< for each element of x: the first of its range in `order`, and the range's length
};

/// Finds the matches of each element of x. `n` and `all` are the lengths of x and y.
Matches matches_of(Machine& m, const Array& keys, int64_t n, int64_t all) {
  Matches found{ascending(m, keys), Indices(n), Indices(n)};
  const Indices& order = found.order;
  const auto is_second = [&](int64_t k) { return order[k] >= 1 && order[k] <= all; };
  Polling poll(m, n + all);
  for (int64_t begin = 0, end; begin < n + all; begin = end) {
    end = begin + 1;
    while (end < n + all && compare_elements(keys, order[end - 1], order[end]) == 0) ++end, poll();
    poll();
    // In a run, x[0] comes first, then the elements of y, then the rest of x.
    const int64_t first = begin + (order[begin] == 0);
    int64_t last = first;
    while (last < end && is_second(last)) ++last;
    const Value key = keys.at(order[begin]);
    const int64_t number = equal(key, key) ? last - first : 0; // a key with NaN in it equals nothing
    for (int64_t k = begin; k < end; ++k, poll()) {
      if (is_second(k)) continue;
      const int64_t i = order[k] == 0 ? 0 : order[k] - all;
      found.first[i] = first, found.number[i] = number;
    }
  }
  return found;
}

} // namespace

Value join_by(Machine& m, const Core& node, Args args) {
  const Array &x = args[2].array(), &y = args[3].array();
  const int64_t n = x.count(), all = y.count();
  const Layout* pair = element_layout(m, node.type);
  if (n == 0 || all == 0) return vector_of(ColumnBuilder(pair).finish());
  const Matches found = matches_of(m, keys_of_both(m, node, args), n, all);
  int64_t total = 0, at = 0;
  Polling poll(m);
  for (int64_t i = 0; i < n; ++i, poll())
    total = checked_sum(total, found.number[i], first_element_size(*pair));
  Indices left(total), right(total);
  for (int64_t i = 0; i < n; ++i, poll())
    for (int64_t k = 0; k < found.number[i]; ++k, ++at, poll())
      left[at] = i, right[at] = found.order[found.first[i] + k] - 1;
  return vector_of(zip_columns(pair, {gathered(m, x, left.span()), gathered(m, y, right.span())}));
}

} // namespace nova::arrays
