// The fixed shapes in which Nova combines values: the reference text is docs/shapes.md.
//
// One rule serves them all. A vector is cut into leaves, each leaf is folded from left to right, and the
// leaves, in order, are joined by ONE tree: neighbours are paired, an odd one out moves up as it is, and so
// on until one value is left. The shapes differ in their leaves alone:
//
// - ordered: a leaf is a cell, 16 neighbouring elements (fewer in the last cell). Operands keep their order.
// - lane: a leaf is a lane, the elements l, l+16, l+32, .. of a tile of 64 rows of 16 (the last tile may be
//   partial). Operands change places.
// - scan: cells again. y runs through a cell from the cell's carry, which is i joined, from left to right,
//   with the tree's own blocks: the aligned power-of-two blocks that the cell's number is the sum of.
//
// What is absent is never filled in. The grouping depends on n alone, so a plain loop, SIMD lanes, threads
// and a GPU give the same bits.
//
// `combine`, `step` and `load` may throw: nothing is caught here, and what was built is destroyed. They are
// called in the order that each function states, which settles the error that a program sees.
#pragma once

#include <cstdint>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

namespace nova::shape {

inline constexpr int64_t kLanes = 16;            // lanes of a tile's row
inline constexpr int64_t kRows = 64;             // rows of a tile
inline constexpr int64_t kTile = kLanes * kRows; // elements of a tile of the lane shape
inline constexpr int64_t kCell = 16;             // elements of a cell of the ordered shape and of scan

// A stack of at most `Most` values: on the machine's stack for plain data, so that short rows allocate
// nothing.
template <class T, int Most> class Stack {
 public:
  void push(T value) { items_[size_++] = value; }
  T pop() { return items_[--size_]; }
  T& operator[](int64_t k) { return items_[k]; }
  T& top() { return items_[size_ - 1]; }
  int64_t size() const { return size_; }
  void clear() { size_ = 0; }

 private:
  T items_[Most];
  int64_t size_ = 0;
};

template <class T, int Most>
requires(!std::is_trivial_v<T>) class Stack<T, Most> {
 public:
  void push(T value) { items_.push_back(std::move(value)); }
  T pop() {
    T value = std::move(items_.back());
    items_.pop_back();
    return value;
  }
  T& operator[](int64_t k) { return items_[static_cast<size_t>(k)]; }
  T& top() { return items_.back(); }
  int64_t size() const { return static_cast<int64_t>(items_.size()); }
  void clear() { items_.clear(); }

 private:
  std::vector<T> items_;
};

// The tree over leaves as a binary counter: after m leaves the stack holds one block for each 1 in m's binary
// digits, the largest at the bottom. Two blocks are joined as soon as both are there.
template <class T> class Tree {
 public:
  template <class Combine> void push(T leaf, Combine& combine) {
    blocks_.push(std::move(leaf));
    for (int64_t bits = leaves_++; bits & 1; bits >>= 1) join(combine);
  }

  // The tree's value: what is left is joined from the right. Nothing if there was no leaf.
  template <class Combine> std::optional<T> finish(Combine& combine) {
    if (blocks_.size() == 0) return std::nullopt;
    while (blocks_.size() > 1) join(combine);
    return blocks_.pop();
  }

  int64_t blocks() const { return blocks_.size(); }
  const T& last_block() { return blocks_.top(); }

 private:
  template <class Combine> void join(Combine& combine) {
    T right = blocks_.pop();
    T left = blocks_.pop();
    blocks_.push(combine(std::move(left), std::move(right)));
  }

  Stack<T, 64> blocks_;
  int64_t leaves_ = 0;
};

// scan's carries: a cell's carry is ((i . B1) . B2) .., the B being the tree's blocks before the cell.
// `carries_[d]` is i joined with the first d of them, so that each new cell costs one combination here.
template <class T> class Carries {
 public:
  explicit Carries(T init) { carries_.push(std::move(init)); }

  const T& current() { return carries_.top(); }

  // The total of the cell just passed; afterwards `current()` is the next cell's carry.
  template <class Combine> void push(T total, Combine& combine) {
    tree_.push(std::move(total), combine);
    while (carries_.size() > tree_.blocks()) carries_.pop();
    carries_.push(combine(std::as_const(carries_.top()), tree_.last_block()));
  }

 private:
  Tree<T> tree_;
  Stack<T, 65> carries_;
};

inline int64_t smaller(int64_t a, int64_t b) { return a < b ? a : b; }

// The lane shape, for operators known to commute: the value of x[0] . x[1] . .. in it, or nothing where n is
// 0. `load(k)` gives x[k] as a T; `combine(T, T)` gives a T (its arguments are rvalues). Order of calls: tile
// by tile; in a tile load(k) for k from left to right, each but the first row's followed by combine(lane,
// x[k]); then the lanes from left to right enter the tree. (reduce f i x) is combine(i, result), last.
template <class T, class Load, class Combine>
std::optional<T> reduce_lane(int64_t n, Load load, Combine combine) {
  Tree<T> tree;
  Stack<T, kLanes> lanes;
  for (int64_t first = 0; first < n; first += kTile) {
    const int64_t count = smaller(kTile, n - first);
    const int64_t width = smaller(kLanes, count);
    lanes.clear();
    for (int64_t k = 0; k < width; ++k) lanes.push(load(first + k));
    for (int64_t k = width; k < count; ++k)
      lanes[k % kLanes] = combine(std::move(lanes[k % kLanes]), load(first + k));
    for (int64_t l = 0; l < width; ++l) tree.push(std::move(lanes[l]), combine);
  }
  return tree.finish(combine);
}

// The ordered shape, for any associative operator. Order of calls: load(k) from left to right, each but a
// cell's first followed by combine(cell, x[k]); a finished cell enters the tree at once.
template <class T, class Load, class Combine>
std::optional<T> reduce_ordered(int64_t n, Load load, Combine combine) {
  Tree<T> tree;
  for (int64_t first = 0; first < n; first += kCell) {
    const int64_t end = smaller(first + kCell, n);
    T cell = load(first);
    for (int64_t k = first + 1; k < end; ++k) cell = combine(std::move(cell), load(k));
    tree.push(std::move(cell), combine);
  }
  return tree.finish(combine);
}

// (accumulate step combine i x ..): every lane that has an element starts from its own copy of i, runs
// acc = step(acc, k) over its elements, and the lanes are joined as in reduce_lane. i enters once for each
// lane, so it has to be neutral for combine; where n is 0 the result is i. Order of calls: as reduce_lane,
// step for combine.
template <class T, class Step, class Combine>
T accumulate_lane(int64_t n, T init, Step step, Combine combine) {
  Tree<T> tree;
  Stack<T, kLanes> lanes;
  for (int64_t first = 0; first < n; first += kTile) {
    const int64_t count = smaller(kTile, n - first);
    const int64_t width = smaller(kLanes, count);
    lanes.clear();
    for (int64_t l = 0; l < width; ++l) lanes.push(step(T(init), first + l));
    for (int64_t k = width; k < count; ++k) lanes[k % kLanes] = step(std::move(lanes[k % kLanes]), first + k);
    for (int64_t l = 0; l < width; ++l) tree.push(std::move(lanes[l]), combine);
  }
  std::optional<T> joined = tree.finish(combine);
  return joined ? std::move(*joined) : std::move(init);
}

// The one loop of scan and exscan, from a cell's border on: `before` says whether y[k] is written before x[k]
// is taken in (exscan) or after.
template <bool before, class T, class Load, class Combine, class Store>
void scan_cells(int64_t n, Carries<T>& carries, Load& load, Combine& combine, Store& store) {
  for (int64_t first = 0; first < n; first += kCell) {
    const int64_t end = smaller(first + kCell, n);
    T y = carries.current();
    std::optional<T> total;
    for (int64_t k = first; k < end; ++k) {
      const T x = load(k);
      if constexpr (before) store(k, std::as_const(y));
      if (!before || k + 1 < end) y = combine(std::as_const(y), x);
      if constexpr (!before) store(k, std::as_const(y));
      if (end < n) total = total ? combine(std::as_const(*total), x) : x;
    }
    if (total) carries.push(std::move(*total), combine);
  }
}

// Inclusive scan: `store(k, y)` gets y[k] for k from left to right. In each cell y starts from the cell's
// carry (the first cell's is i) and runs y = y . x[k]. Order of calls, for each k: load(k), the combination
// for y[k], store(k, y[k]), and, but for a cell's first element and in the last cell, the one for the cell's
// total; between cells the total enters the tree, then the next carry is made. Up to kCell elements this is
// the plain left fold.
template <class T, class Load, class Combine, class Store>
void scan_ordered(int64_t n, T init, Load load, Combine combine, Store store) {
  Carries<T> carries(std::move(init));
  scan_cells<false>(n, carries, load, combine, store);
}

// Exclusive scan: y[k] is the running value just before x[k] is taken in, so y[0] = i and a cell's first y is
// its carry. (Rounding apart it is the scan moved by one; only a cell's first value is grouped otherwise.)
template <class T, class Load, class Combine, class Store>
void exscan_ordered(int64_t n, T init, Load load, Combine combine, Store store) {
  Carries<T> carries(std::move(init));
  scan_cells<true>(n, carries, load, combine, store);
}

// ---- The same shapes for a plain column and an operator that cannot fail, at the speed of memory
// ----------------- `poll()` is called about every kTile elements and may throw.

struct NoPoll {
  void operator()() const {}
};

// 16 bytes of a tile's row, which takes sizeof(T) of these: wide enough for the memory's speed on any x86-64.
template <class T> using Pack [[gnu::vector_size(16)]] = T;

// lanes[l] = x[l] . x[l + 16] . .. for `rows` >= 1 whole rows.
template <class T, class Combine> void fold_rows(const T* x, int64_t rows, Combine combine, T* lanes) {
  if constexpr (std::is_invocable_v<Combine, Pack<T>, Pack<T>>) {
    Pack<T> sum[sizeof(T)], row[sizeof(T)];
    __builtin_memcpy(sum, x, sizeof sum);
    for (int64_t r = 1; r < rows; ++r) {
      __builtin_memcpy(row, x + r * kLanes, sizeof row);
#pragma GCC unroll 8
      for (size_t p = 0; p < sizeof(T); ++p) sum[p] = combine(sum[p], row[p]);
    }
    __builtin_memcpy(lanes, sum, sizeof sum);
  } else {
    for (int64_t l = 0; l < kLanes; ++l) lanes[l] = x[l];
    for (int64_t r = 1; r < rows; ++r)
      for (int64_t l = 0; l < kLanes; ++l) lanes[l] = combine(lanes[l], x[r * kLanes + l]);
  }
}

// The value of one tile of `count` elements, 1 to kTile.
template <class T, class Combine> T tile_lane(const T* x, int64_t count, Combine combine) {
  T lanes[kLanes];
  const int64_t rows = count / kLanes;
  if (rows > 0) fold_rows(x, rows, combine, lanes);
  for (int64_t k = rows * kLanes, l = 0; k < count; ++k, ++l)
    lanes[l] = rows ? combine(lanes[l], x[k]) : x[k];
  for (int64_t live = smaller(kLanes, count); live > 1; live = (live + 1) / 2) {
    for (int64_t l = 0; l < live / 2; ++l) lanes[l] = combine(lanes[2 * l], lanes[2 * l + 1]);
    if (live % 2) lanes[live / 2] = lanes[live - 1];
  }
  return lanes[0];
}

// reduce_lane for x[0 .. n-1]. Where `combine` is generic it is also called with packs of elements (Pack<T>).
// Signed integers: pass the column as unsigned, for sums that wrap.
template <class T, class Combine, class Poll = NoPoll>
std::optional<T> reduce_lane_column(const T* x, int64_t n, Combine combine, Poll poll = {}) {
  Tree<T> tree;
  for (int64_t first = 0; first < n; first += kTile) {
    tree.push(tile_lane(x + first, smaller(kTile, n - first), combine), combine);
    poll();
  }
  return tree.finish(combine);
}

// Cells whose totals and outputs are made side by side, since each is a chain of its own.
inline constexpr int64_t kCellsAtOnce = 4;

// scan_ordered (or exscan_ordered) of kCellsAtOnce whole cells, of which another element follows.
template <bool before, class T, class Combine>
void scan_group(const T* x, Carries<T>& carries, Combine& combine, T* y) {
  T total[kCellsAtOnce], run[kCellsAtOnce];
  for (int64_t c = 0; c < kCellsAtOnce; ++c) total[c] = x[c * kCell];
#pragma GCC unroll 16
  for (int64_t k = 1; k < kCell; ++k)
#pragma GCC unroll 4
    for (int64_t c = 0; c < kCellsAtOnce; ++c) total[c] = combine(total[c], x[c * kCell + k]);
#pragma GCC unroll 4
  for (int64_t c = 0; c < kCellsAtOnce; ++c) {
    run[c] = carries.current();
    carries.push(total[c], combine);
  }
#pragma GCC unroll 16
  for (int64_t k = 0; k < kCell; ++k)
#pragma GCC unroll 4
    for (int64_t c = 0; c < kCellsAtOnce; ++c) {
      const T next = combine(run[c], x[c * kCell + k]);
      y[c * kCell + k] = before ? run[c] : next;
      run[c] = next;
    }
}

template <bool before, class T, class Combine, class Poll>
void scan_cells_column(const T* x, int64_t n, T init, Combine combine, T* y, Poll poll) {
  constexpr int64_t group = kCellsAtOnce * kCell;
  Carries<T> carries(init);
  int64_t first = 0;
  for (; first + group < n; first += group) {
    scan_group<before>(x + first, carries, combine, y + first);
    if (first % kTile == 0) poll();
  }
  auto load = [&](int64_t k) { return x[first + k]; };
  auto store = [&](int64_t k, T value) { y[first + k] = value; };
  scan_cells<before>(n - first, carries, load, combine, store);
}

// scan_ordered and exscan_ordered of x[0 .. n-1] into y, which may be x itself.
template <class T, class Combine, class Poll = NoPoll>
void scan_ordered_column(const T* x, int64_t n, T init, Combine combine, T* y, Poll poll = {}) {
  scan_cells_column<false>(x, n, init, combine, y, poll);
}
template <class T, class Combine, class Poll = NoPoll>
void exscan_ordered_column(const T* x, int64_t n, T init, Combine combine, T* y, Poll poll = {}) {
  scan_cells_column<true>(x, n, init, combine, y, poll);
}

} // namespace nova::shape
