// The built-in sort: radix sort of primitive columns, merge sort of indices for all others.
#include "interp/arrays/arrays.hpp"
#include "interp/arrays/order.hpp"
#include <algorithm>
#include <cstring>

namespace nova::arrays {

namespace {

/// Maps an element to an unsigned number, so that the numbers have the order of `sort`: NaN last, -0.0 equal to 0.0.
template <class T> auto radix_key(T x) {
  if constexpr (std::is_floating_point_v<T>) {
    using Bits = std::conditional_t<sizeof(T) == 8, uint64_t, uint32_t>;
    constexpr Bits sign = Bits{1} << (8 * sizeof(T) - 1);
    if (x != x) return Bits(-1);
    if (x == 0) return sign;
    Bits bits;
    std::memcpy(&bits, &x, sizeof bits);
    return Bits(bits & sign ? ~bits : bits | sign);
  } else {
    using Bits = std::make_unsigned_t<T>;
    constexpr Bits sign = std::is_signed_v<T> ? Bits(Bits{1} << (8 * sizeof(T) - 1)) : Bits{0};
    return Bits(static_cast<Bits>(x) ^ sign);
  }
}

/// A primitive key, and its index before sorting.
template <class T> struct Keyed {
  T key;
  int64_t at;
};
template <class T> T key_of(T x) { return x; }
template <class T> T key_of(Keyed<T> x) { return x.key; }
/// Returns the key as a number that has comparisons: a half or bfloat16 as a float.
template <class T> auto widened(T x) {
  if constexpr (is_narrow_type<T>)
    return static_cast<float>(static_cast<double>(x));
  else
    return x;
}
template <class Item> auto radix_of(const Item& x) { return radix_key(widened(key_of(x))); }

/// Performs one pass of radix sort: copies the n items from `from` to `to`, stably ordered by one byte of their keys.
/// Returns false, and copies nothing, if that byte is the same in all keys.
template <class Item> bool radix_pass(Machine& m, const Item* from, Item* to, int64_t n, int byte) {
  int64_t starts[256] = {};
  auto digit = [&](const Item& x) { return size_t(radix_of(x) >> (8 * byte)) & 255; };
  in_blocks(m, n, [&](int64_t b, int64_t e) {
    for (int64_t k = b; k < e; ++k) ++starts[digit(from[k])];
  });
  if (n && starts[digit(from[0])] == n) return false;
  int64_t sum = 0;
  for (int64_t& start : starts) start = std::exchange(sum, sum + start);
  in_blocks(m, n, [&](int64_t b, int64_t e) {
    for (int64_t k = b; k < e; ++k) to[starts[digit(from[k])]++] = from[k];
  });
  return true;
}

template <class Item> void copy_items(Machine& m, const Item* from, int64_t n, Item* to) {
  in_blocks(m, n, [&](int64_t b, int64_t e) { std::copy(from + b, from + e, to + b); });
}

/// Sorts the n items at x stably: fewer than 256 items by comparison, more of them by radix sort.
template <class Item> void sort_items(Machine& m, Item* x, int64_t n) {
  if (n < 256)
    return std::stable_sort(x, x + n, [](const Item& a, const Item& b) { return radix_of(a) < radix_of(b); });
  Buffer spare(checked_bytes(static_cast<uint64_t>(n), sizeof(Item)));
  Item *from = x, *to = spare.as<Item>();
  for (int byte = 0; byte < static_cast<int>(sizeof(radix_of(*x))); ++byte)
    if (radix_pass(m, from, to, n, byte)) std::swap(from, to);
  if (from != x) copy_items(m, from, n, x);
}

template <class T> void primitive_positions(Machine& m, const Array& keys, Indices& order) {
  const int64_t n = keys.count();
  Buffer items(checked_bytes(static_cast<uint64_t>(n), sizeof(Keyed<T>)));
  auto* x = items.as<Keyed<T>>();
  Polling poll(m);
  for (int64_t k = 0; k < n; ++k, poll()) x[k] = {keys.data<T>()[k], k};
  sort_items(m, x, n);
  for (int64_t k = 0; k < n; ++k, poll()) order[k] = x[k].at;
}

template <class T> int compare_keys(T a, T b) {
  const auto x = radix_of(a), y = radix_of(b);
  return x < y ? -1 : x > y;
}

/// Compares elements [i, i + n) and [j, j + m) of a column lexicographically. Returns <0, 0 or >0.
int compare_runs(const ColumnRef& c, int64_t i, int64_t n, int64_t j, int64_t m);

int compare_at(const ColumnRef& column, int64_t i, int64_t j) {
  const Column& c = *column;
  if (c.layout->kind == ColumnKind::Primitive) {
    if (c.layout->element == Element::Unit) return 0;
    return with_element(c.layout->element,
                        [&](auto t) { return compare_keys(c.as<decltype(t)>()[i], c.as<decltype(t)>()[j]); });
  }
  if (c.layout->kind == ColumnKind::Tuple) {
    for (const ColumnRef& field : c.children)
      if (const int order = compare_at(field, i, j)) return order;
    return 0;
  }
  if (c.layout->kind == ColumnKind::Rows && c.layout->rank == 1) {
    const int64_t* o = c.offsets();
    return compare_runs(c.children[0], o[i], o[i + 1] - o[i], o[j], o[j + 1] - o[j]);
  }
  const Array all(column);
  return compare_total(all.at(i), all.at(j));
}

int compare_runs(const ColumnRef& c, int64_t i, int64_t n, int64_t j, int64_t m) {
  for (int64_t k = 0; k < std::min(n, m); ++k)
    if (const int order = compare_at(c, i + k, j + k)) return order;
  return n < m ? -1 : n > m;
}

} // namespace

int compare_elements(const Array& x, int64_t i, int64_t j) {
  return compare_at(x.column_ref(), x.begin() + i, x.begin() + j);
}

Indices ascending(Machine& m, const Array& keys) {
  Indices order(keys.count());
  if (keys.is_primitive() && keys.element() != Element::Unit) {
    with_element(keys.element(), [&](auto t) { primitive_positions<decltype(t)>(m, keys, order); });
    return order;
  }
  Polling poll(m);
  for (int64_t k = 0; k < keys.count(); ++k, poll()) order[k] = k;
  const Charge merge_space(checked_bytes(static_cast<uint64_t>(keys.count()), sizeof(int64_t)));
  std::stable_sort(order.begin(), order.end(), [&](int64_t i, int64_t j) {
    poll();
    return compare_elements(keys, i, j) < 0;
  });
  return order;
}

ColumnRef sorted_primitives(Machine& m, const Array& x) {
  PrimitiveFill fill(x.layout(), x.count());
  with_element(x.element(), [&](auto t) {
    using T = decltype(t);
    copy_items(m, x.data<T>(), x.count(), fill.as<T>());
    sort_items(m, fill.as<T>(), x.count());
  });
  return fill.finish();
}

Value sort(Machine& m, const Core&, Args args) {
  const Array& x = args[0].array();
  if (x.is_primitive() && x.element() != Element::Unit) return vector_of(sorted_primitives(m, x));
  return vector_of(gathered(m, x, ascending(m, x).span()));
}

} // namespace nova::arrays
