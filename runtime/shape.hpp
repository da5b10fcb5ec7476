// The fixed shapes (reduction trees) in which Nova combines values: the reference text is docs/shapes.md.
//
// One rule serves all shapes. A vector is cut into leaves, and each leaf is folded from left to right. ONE tree joins
// the leaves' values in their order: neighbours are paired, a last value without a neighbour stays as it is, and this
// repeats until one value is left. The shapes differ only in their leaves:
//
// - ordered: a leaf is a cell, 16 neighbouring elements (fewer in the last cell). Operands keep their order.
// - lane: a leaf is a lane, the elements l, l+16, l+32, .. of a tile of 64 rows of 16 (the last tile may be
//   partial). The order of the operands changes.
// - scan: a leaf is a cell. The running value of a cell starts from the cell's carry: the scan's start value i,
//   combined from left to right with the tree's blocks before the cell. These are aligned blocks of 1, 2, 4, ..
//   cells, one for each 1 in the binary digits of the cell's number.
//
// Below, a . b stands for combine(a, b), and n for the number of elements.
//
// Missing elements are never filled in. The grouping depends on n alone, so a plain loop, SIMD lanes, threads
// and a GPU give the same bits.
//
// `combine`, `step` and `load` may throw; nothing is caught here. Each function states the order in which it calls
// them, which determines the error that a program gets.
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
inline constexpr int64_t kCell = 16; // elements of a cell, which is a leaf of the ordered shape and of scans

// A stack of at most `Most` values. Trivial types are stored in the object itself, so that reducing short rows
// allocates no memory.
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

// The tree over the leaves, kept as a binary counter: after m leaves the stack holds one block (a joined subtree) for
// each 1 in the binary digits of m, the largest at the bottom. Two blocks of equal size are joined as soon as the
// second one is complete.
template <class T> class Tree {
 public:
  template <class Combine> void push(T leaf, Combine& combine) {
    blocks_.push(std::move(leaf));
    for (int64_t bits = leaves_++; bits & 1; bits >>= 1) join(combine);
  }

  // Joins the remaining blocks from the right and returns the tree's value, or nothing if there was no leaf.
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

// The carries of a scan: the values from which its cells start. A cell's carry is ((i . B1) . B2) .., where i is the
// start value, and B1, B2, .. are the tree's blocks before the cell. `carries_[d]` is i combined with the first d
// blocks, so that the carry of a new cell takes only one call of `combine`.
template <class T> class Carries {
 public:
  explicit Carries(T init) { carries_.push(std::move(init)); }

  const T& current() { return carries_.top(); }

  // Adds the total of the cell just finished. Afterwards `current()` is the next cell's carry.
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

// Reduces x[0] . x[1] . .. in the lane shape, for operators known to commute. Returns nothing if n is 0. `load(k)`
// returns x[k] as a T; `combine(T, T)` returns a T (its arguments are rvalues). Order of calls, tile by tile: load(k)
// for k from left to right, each followed by combine(lane, x[k]) except in the tile's first row; then the lanes enter
// the tree from left to right. For (reduce f i x), combine(i, result) comes last.
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

// Reduces in the ordered shape, for any associative operator. Returns nothing if n is 0. Order of calls: load(k) for
// k from left to right, each followed by combine(cell, x[k]) except for a cell's first element. A finished cell
// enters the tree before the next cell is loaded.
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

// Evaluates (accumulate step combine i x ..) in the lane shape; `init` is i. Each lane that has an element starts
// from its own copy of i and computes acc = step(acc, k) for each of its elements k. The lanes are joined as in
// reduce_lane. i enters once for each lane, so it has to be the identity of combine. If n is 0, the result is i. The
// order of calls is that of reduce_lane, with step(acc, k) in place of load and combine.
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

// The common loop of scan and exscan over n elements, the first of which begins a cell. If `before`, y[k] is stored
// before x[k] is combined into the running value y (exscan), else afterwards (scan).
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

// Inclusive scan: calls store(k, y[k]) for k from left to right. In each cell y starts from the cell's carry (i for
// the first cell), and y = y . x[k] for each element. Order of calls for each k: load(k), the combination for y[k],
// store(k, y[k]), then the combination for the cell's total. The last is absent for a cell's first element and in the
// last cell. Between cells the total enters the tree, then the next carry is computed. Up to kCell elements this is
// the plain left fold.
template <class T, class Load, class Combine, class Store>
void scan_ordered(int64_t n, T init, Load load, Combine combine, Store store) {
  Carries<T> carries(std::move(init));
  scan_cells<false>(n, carries, load, combine, store);
}

// Exclusive scan: y[k] is the running value before x[k] is combined into it, so y[0] = i, and a cell's first y is its
// carry. (Except for rounding it is the inclusive scan shifted by one element: only a cell's first value is grouped
// differently.)
template <class T, class Load, class Combine, class Store>
void exscan_ordered(int64_t n, T init, Load load, Combine combine, Store store) {
  Carries<T> carries(std::move(init));
  scan_cells<true>(n, carries, load, combine, store);
}

// ---- The same shapes for a column of numbers and an operator that cannot fail, as fast as memory allows ----
// `poll()` is called about every kTile elements and may throw.

struct NoPoll {
  void operator()() const {}
};

// A SIMD vector of 16 bytes. A tile's row of 16 elements takes sizeof(T) such vectors. Any x86-64 processor has this
// width, and it is wide enough to read at the memory's bandwidth.
template <class T> using Pack [[gnu::vector_size(16)]] = T;

// Sets lanes[l] = x[l] . x[l + 16] . .. over `rows` >= 1 whole rows.
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

// Returns the value of one tile of `count` elements, 1 to kTile, in the lane shape.
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

// Reduces x[0 .. n-1] as reduce_lane does. If `combine` can be called with SIMD vectors (Pack<T>), it is called with
// them too. A column of signed integers has to be passed as unsigned ones, so that sums wrap.
template <class T, class Combine, class Poll = NoPoll>
std::optional<T> reduce_lane_column(const T* x, int64_t n, Combine combine, Poll poll = {}) {
  Tree<T> tree;
  for (int64_t first = 0; first < n; first += kTile) {
    tree.push(tile_lane(x + first, smaller(kTile, n - first), combine), combine);
    poll();
  }
  return tree.finish(combine);
}

// The number of cells that a scan computes at the same time, in an interleaved way, since each cell is a chain of
// dependent operations.
inline constexpr int64_t kCellsAtOnce = 4;

// Scans kCellsAtOnce whole cells from x into y, as scan_ordered does, or exscan_ordered if `before`. At the call,
// `carries` has the carry of the first of these cells; on return, that of the cell after them. At least one more
// element has to follow these cells.
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

// Scan x[0 .. n-1] into y, as scan_ordered and exscan_ordered do; y may be x itself.
template <class T, class Combine, class Poll = NoPoll>
void scan_ordered_column(const T* x, int64_t n, T init, Combine combine, T* y, Poll poll = {}) {
  scan_cells_column<false>(x, n, init, combine, y, poll);
}
template <class T, class Combine, class Poll = NoPoll>
void exscan_ordered_column(const T* x, int64_t n, T init, Combine combine, T* y, Poll poll = {}) {
  scan_cells_column<true>(x, n, init, combine, y, poll);
}

} // namespace nova::shape
